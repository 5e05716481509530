import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load } from '#platform/request/loader.ts';
import type {
  EveryoneEntity,
  HashtagEntity,
  LinkEntity,
  MentionEntity,
  TextEntity,
} from './entities.types.ts';

const TYPE_OF: Readonly<Record<TextEntity['kind'], string>> = {
  MENTION: 'MentionEntity',
  EVERYONE: 'EveryoneEntity',
  HASHTAG: 'HashtagEntity',
  LINK: 'LinkEntity',
};

/** Words of a description: the bounds of the three kinds together, with the names of limits to be filled. */
export const TEXT_ENTITIES_MAX = '{textMentions} mentions, {textHashtags} hashtags and {textLinks} links';

/** `extensions` of a list of the entities of one text. */
export const TEXT_ENTITIES_SIZE = listSize({
  MentionEntity: 'textMentions',
  HashtagEntity: 'textHashtags',
  LinkEntity: 'textLinks',
});

/** As the two before, of a text of a message: hashtags lead nowhere there, and `@all` counts among the mentions, which cost more. */
export const MESSAGE_ENTITIES_MAX = '{textMentions} mentions and {textLinks} links';
export const MESSAGE_ENTITIES_SIZE = listSize({ MentionEntity: 'textMentions', LinkEntity: 'textLinks' });

/** Entities of a text: mentions, hashtags and links. */
export const TextEntityRef = builder.interfaceRef<TextEntity>('TextEntity').implement({
  description:
    'Entity of a text: a mention, hashtag or link. Entities are in the order of the text and do not overlap; show those of unknown types as plain text.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description: 'Start of the entity in UTF-16 code units from 0, as in JavaScript, Java and NSString.',
    }),
    end: t.exposeInt('end', { description: 'End of the entity: the first code unit after it.' }),
  }),
  resolveType: ({ kind }) => TYPE_OF[kind],
});

builder.objectRef<MentionEntity>('MentionEntity').implement({
  description:
    'A mention: the username of a user with the `@` before it, if the author could mention them at the time of writing and the caller can see them; otherwise the username is plain text.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description:
        'The mentioned user, whatever their current username. Null if they become invisible to the caller while the request is answered.',
      varies: 'people',
      resolve: (entity, _args, ctx) => load(ctx, visibleUserById, entity.userId),
    }),
    username: t.exposeString('username', { description: 'Username of the user at the time of writing.' }),
  }),
});

builder.objectRef<EveryoneEntity>('EveryoneEntity').implement({
  description:
    'A mention of everyone in a group: `@all` in a message whose sender could write it, see `ConversationViewer.canMentionEveryone`; otherwise it is plain text.',
  interfaces: [TextEntityRef],
});

builder.objectRef<HashtagEntity>('HashtagEntity').implement({
  description: 'A hashtag with the `#` before it.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'The name that identifies the hashtag: without `#`, in lower case, with compatible forms of a letter made one; at most 100 code units. The text has it as written.',
    }),
  }),
});

builder.objectRef<LinkEntity>('LinkEntity').implement({
  description: 'A web address.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'The URL to open, `http` or `https`, never with credentials, in the normal form of the URL standard: a non-ASCII host is in Punycode.',
    }),
  }),
});
