import { MediaRef } from '#domains/foundation/media/media.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/request/loader.ts';
import { participantById } from '../conversations/conversations.loaders.ts';
import { ConversationViewerRef, ParticipantRef } from '../conversations/conversations.schema.ts';
import { displayAvatar, displayTitle, NAMED_MAX } from './display.service.ts';

builder.objectFields(ConversationViewerRef, (t) => ({
  peer: t.field({
    type: ParticipantRef,
    nullable: true,
    description:
      'The other participant of a direct conversation, with `user`, or `blockedUser` if the caller has blocked them. Null for groups.',
    resolve: ({ otherParticipantId }, _args, ctx) =>
      otherParticipantId === null ? null : load(ctx, participantById, otherParticipantId),
  }),
  displayTitle: t.string({
    nullable: true,
    description: `Name to show: of a group its title, else names of at most ${NAMED_MAX} others; of a direct conversation the other user, also a blocked one. Null if the caller sees no name: of a deleted account, of whoever blocked them, of an unnamed group while invited.`,
    resolve: (viewer, _args, ctx) => displayTitle(ctx, viewer),
  }),
  displayAvatar: t.field({
    type: MediaRef,
    nullable: true,
    description:
      'Image to show: of a group its avatar, of a direct conversation that of the other user, also of a blocked one. Null if there is none or the caller does not see it.',
    resolve: (viewer, _args, ctx) => displayAvatar(ctx, viewer),
  }),
}));
