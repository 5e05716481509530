import {
  MESSAGE_ENTITIES_MAX,
  MESSAGE_ENTITIES_SIZE,
  TextEntityRef,
} from '#domains/graph/entities/entities.schema.ts';
import { shownEntities } from '#domains/graph/entities/entities.service.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import {
  canDeleteForEveryone,
  canEdit,
  deleteMessage,
  editHistory,
  editMessage,
  restrictionOfDeletion,
} from './message-changes.service.ts';
import { MessageRef } from '../messages/messages.schema.ts';
import type { DeletionScope, Message, MessageRevision } from '../messages/messages.types.ts';

const MessageRevisionRef = builder.objectRef<MessageRevision>('MessageRevision').implement({
  description: 'A text of a message that an edit replaced.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The replaced text; may be empty.' }),
    entities: t.field({
      type: [TextEntityRef],
      description: `Mentions and links of the replaced text, at most ${MESSAGE_ENTITIES_MAX}.`,
      // The people of an event are not those of earlier texts.
      varies: 'viewer',
      extensions: MESSAGE_ENTITIES_SIZE,
      resolve: (revision, _args, ctx) => shownEntities(ctx, revision.entities),
    }),
    editedAt: t.field({
      type: 'DateTime',
      description: 'Time at which the text was replaced.',
      resolve: (revision) => revision.replacedAt,
    }),
  }),
});

export const MessageViewerRef = builder.objectRef<Message>('MessageViewer').implement({
  description: 'Permissions and reactions of the caller on a message.',
  fields: (t) => ({
    canEdit: t.boolean({
      description:
        'Whether `editMessage` would be accepted: for messages of the caller within {messageEditHours} hours, not for forwarded ones.',
      resolve: (message, _args, ctx) => canEdit(signedIn(ctx), message),
    }),
    isHeld: t.exposeBoolean('isHeld', {
      description: 'Whether moderation holds the message: nobody but the caller, who sent it, sees it.',
    }),
    canDeleteForEveryone: t.boolean({
      description:
        'Whether `deleteMessage` with the scope EVERYONE would be accepted: for messages of the caller within {messageDeleteHours} hours; in a group at any time for its owner, and for its admins except for messages of the owner.',
      resolve: (message, _args, ctx) => canDeleteForEveryone(signedIn(ctx), message),
    }),
  }),
});

builder.objectFields(MessageRef, (t) => ({
  editHistory: t.field({
    type: [MessageRevisionRef],
    description:
      'Replaced texts, newest first, at most {messageEdits}. Empty while the content is unavailable.',
    varies: 'people',
    extensions: listSize('messageEdits'),
    resolve: (message, _args, ctx) => editHistory(ctx, message),
  }),
  viewer: t.field({
    type: MessageViewerRef,
    nullable: true,
    varies: 'viewer',
    description: 'Fields that depend on the caller.',
    resolve: (message, _args, ctx) => (ctx.user ? message : null),
  }),
}));

const DeletionScopeRef = enumType<DeletionScope>('MessageDeletionScope', {
  description: 'For whom a message is deleted.',
  values: {
    ME: 'For the caller alone, on all their devices: they do not see it any more.',
    EVERYONE:
      'For everyone: a tombstone without content stays. Messages of the caller within {messageDeleteHours} hours, even from before they left and came back. In a group its owner deletes any message at any time, and admins any but those of the owner.',
  },
});

mutationField('editMessage', {
  description:
    'Replaces the text or caption of a message of the caller. Earlier texts are listed in `editHistory`; only those whom it did not mention before are newly mentioned.',
  refusals:
    'INVALID_STATE {messageEditHours} hours after sending, in a read-only conversation, for a forwarded message, and for the question of a poll with votes; LIMIT_REACHED after {messageEdits} edits.',
  access: 'user',
  restriction: 'MESSAGING',
  budget: { points: 60, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message to edit.' }),
    text: t.string({
      required: true,
      description:
        'The new text, at most {messageTextLength} characters. Empty removes the caption of another content than a poll.',
    }),
  }),
  payload: { message: { type: MessageRef, description: 'The edited message.' } },
  resolve: async (ctx, input) => ({ message: await editMessage(ctx, input) }),
});

mutationField('deleteMessage', {
  description:
    'Deletes a message for the caller alone or for everyone, as `scope` says. MESSAGING restricts deleting those of others for everyone. Repeating changes nothing. Buyers keep a paid message for {keptMessageDays} days when its sender deletes it.',
  refusals:
    'With the scope EVERYONE: INVALID_STATE past {messageDeleteHours} hours, FORBIDDEN for an admin and a message of the owner.',
  access: 'user',
  // To delete an own message only takes back.
  restriction: null,
  budget: { points: 120, windowSeconds: 60, per: 'user' },
  input: (t) => ({
    messageId: t.idOf('message', { required: true, description: 'The message to delete.' }),
    scope: t.field({
      type: DeletionScopeRef,
      required: true,
      description: 'For whom it is deleted.',
    }),
  }),
  restrictionOf: (ctx, input) => restrictionOfDeletion(ctx, input),
  payload: {
    message: {
      type: MessageRef,
      description:
        'The tombstone. Null with the scope ME, and if the caller does not see the message any more.',
    },
  },
  resolve: async (ctx, input) => ({ message: await deleteMessage(ctx, input) }),
});
