import type {
  HashtagEntity,
  LinkEntity,
  MentionEntity,
  TextEntity,
} from '#domains/foundation/entities/entities.types.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { load } from '#platform/loader.ts';

const TYPE_OF: Readonly<Record<TextEntity['kind'], string>> = {
  MENTION: 'MentionEntity',
  HASHTAG: 'HashtagEntity',
  LINK: 'LinkEntity',
};

/** What stands in a text besides words, for every type that has a text of a person. */
export const TextEntityRef = builder.interfaceRef<TextEntity>('TextEntity').implement({
  description:
    'Something in a text that is shown as more than text. Entities come in the order of the text and do not overlap; those of unknown types are shown as the text that they are.',
  fields: (t) => ({
    start: t.exposeInt('start', {
      description: 'Where it begins, in UTF-16 code units from 0, as in JavaScript, Java and NSString.',
    }),
    end: t.exposeInt('end', { description: 'Where it ends: the first code unit behind it.' }),
  }),
  resolveType: ({ kind }) => TYPE_OF[kind],
});

builder.objectRef<MentionEntity>('MentionEntity').implement({
  description: 'A person whom the writer could mention when they wrote it, with the `@` before the name.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'Who is mentioned, whatever their name is now; null when the caller may not see them.',
      resolve: (entity, _args, ctx) => load(ctx, visibleUserById, entity.userId),
    }),
    username: t.exposeString('username', { description: 'Their username at that time.' }),
  }),
});

builder.objectRef<HashtagEntity>('HashtagEntity').implement({
  description: 'A hashtag with the `#` before it.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    name: t.exposeString('name', {
      description:
        'What makes it the same hashtag as others: without `#`, in small letters, compatible forms of a letter made one; at most 100 code units. How it is written here, the text says.',
    }),
  }),
});

builder.objectRef<LinkEntity>('LinkEntity').implement({
  description: 'A web address.',
  interfaces: [TextEntityRef],
  fields: (t) => ({
    url: t.exposeString('url', {
      description:
        'The address to open, `http` or `https`, never with a user name, in the normal form of the URL standard: a host outside of ASCII is in Punycode.',
    }),
  }),
});
