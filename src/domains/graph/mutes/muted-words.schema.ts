import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import {
  addMutedWord,
  findOwnMutedWord,
  mutedWords,
  removeMutedWord,
  updateMutedWord,
} from './muted-words.service.ts';
import type { MutedWord, MutedWordTarget } from './muted-words.types.ts';

const MutedWordTargetRef = enumOf<MutedWordTarget>('MutedWordTarget', {
  description: 'Where a muted word is looked for.',
  values: {
    TEXT: 'In the text, as a word or phrase of its own and not behind a `#`.',
    HASHTAGS: 'In the hashtags: one that is the phrase from end to end.',
  },
});

const MutedWordRef = builder.objectRef<MutedWord>('MutedWord').implement({
  description: 'A word or phrase whose posts the caller does not want to see. Visible to the caller alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `mutedword_…`.',
      resolve: (word) => toGlobalId('mutedword', word.id),
    }),
    phrase: t.exposeString('phrase', {
      description:
        'What is looked for, 1 to 100 characters, in small letters and with single spaces. Case makes no difference, and white space stands for any white space.',
    }),
    targets: t.field({
      type: [MutedWordTargetRef],
      description: 'Where it is looked for; 1 or 2 different ones.',
      resolve: (word) => [...word.targets],
    }),
    excludesFollowing: t.exposeBoolean('excludesFollowing', {
      description: 'Whether what people write whom the caller follows is shown all the same.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the caller added it.',
      resolve: (word) => word.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When it ends by itself; null when it lasts until it is removed.',
      resolve: (word) => word.expiresAt,
    }),
  }),
});

nodeType(MutedWordRef, 'mutedword', findOwnMutedWord);

const MutedWordConnectionRef = connectionOf('MutedWord', MutedWordRef, {
  description: 'Muted words of the caller, newest first.',
});

builder.queryField('mutedWords', (t) =>
  t.field({
    type: MutedWordConnectionRef,
    nullable: true,
    description: 'The muted words of the caller that have not ended, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => mutedWords(signedIn(ctx), args),
  }),
);

const MUTED_WORD_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('addMutedWord', {
  description:
    "Hides posts that hold a word or phrase from the caller's feed and other lists of many people's posts; their own are never hidden. The same phrase again gets the new settings. At most 200 at a time.",
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({
    phrase: t.string({
      required: true,
      description: 'What to look for, 1 to 100 characters. A `#` before it makes no difference to HASHTAGS.',
    }),
    targets: t.field({
      type: [MutedWordTargetRef],
      description: 'Where to look for it; everywhere when left out.',
    }),
    excludesFollowing: t.boolean({
      description: 'Whether to leave alone what people write whom the caller follows; false when left out.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it ends by itself, at most 10 years ahead; it lasts when left out.',
    }),
  }),
  payload: { mutedWord: { type: MutedWordRef, description: 'The muted word.' } },
  resolve: async (ctx, input) => ({ mutedWord: await addMutedWord(ctx, input) }),
});

mutationField('updateMutedWord', {
  description: 'Changes the settings of a muted word. Fields left out stay as they are.',
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({
    mutedWordId: t.id({ required: true, description: 'The muted word.' }),
    targets: t.field({ type: [MutedWordTargetRef], description: 'Where to look for it.' }),
    excludesFollowing: t.boolean({
      description: 'Whether to leave alone what people write whom the caller follows.',
    }),
    until: t.field({
      type: 'DateTime',
      description: 'When it ends by itself, at most 10 years ahead; null lets it last.',
    }),
  }),
  payload: { mutedWord: { type: MutedWordRef, description: 'The muted word as changed.' } },
  resolve: async (ctx, input) => ({
    mutedWord: await updateMutedWord(ctx, {
      ...input,
      mutedWordId: fromGlobalId('mutedword', input.mutedWordId),
    }),
  }),
});

mutationField('removeMutedWord', {
  description: 'Removes a muted word.',
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({ mutedWordId: t.id({ required: true, description: 'The muted word.' }) }),
  payload: { mutedWordId: { type: 'ID', description: 'The muted word that is gone.' } },
  resolve: async (ctx, { mutedWordId }) => ({
    mutedWordId: toGlobalId(
      'mutedword',
      await removeMutedWord(ctx, { mutedWordId: fromGlobalId('mutedword', mutedWordId) }),
    ),
  }),
});
