import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { EXPIRY_YEARS_MAX } from './expiry.ts';
import {
  addMutedWord,
  findOwnMutedWord,
  myMutedWords,
  removeMutedWord,
  updateMutedWord,
} from './muted-words.service.ts';
import type { MutedWord, MutedWordTarget } from './muted-words.types.ts';

const MutedWordTargetRef = enumType<MutedWordTarget>('MutedWordTarget', {
  description: 'Part of a post that a muted word is matched against.',
  values: {
    TEXT: 'The text, as a whole word or phrase without a `#` before it.',
    HASHTAGS: 'The hashtags: one that is equal to the phrase.',
  },
});

const MutedWordRef = builder.objectRef<MutedWord>('MutedWord').implement({
  description: 'A word or phrase that hides posts from the caller. Visible only to the caller.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `mutedword_…`.',
      resolve: (word) => toGlobalId('mutedword', word.id),
    }),
    phrase: t.exposeString('phrase', {
      description:
        'The word or phrase in lower case with single spaces, 1 to {mutedWordLength} characters. Matches in any case and with any white space.',
    }),
    targets: t.field({
      type: [MutedWordTargetRef],
      description: 'Parts of a post that it is matched against; 1 or 2 different ones.',
      resolve: (word) => [...word.targets],
    }),
    excludesFollowing: t.exposeBoolean('excludesFollowing', {
      description: 'Whether posts by users whom the caller follows stay visible.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the caller added it.',
      resolve: (word) => word.createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Expiry time. Null if it lasts until removed.',
      resolve: (word) => word.expiresAt,
    }),
  }),
});

nodeType(MutedWordRef, 'mutedword', findOwnMutedWord);

const MutedWordConnectionRef = connectionType('MutedWord', MutedWordRef, {
  description: 'Muted words of the caller, newest first.',
});

listField('myMutedWords', {
  connection: MutedWordConnectionRef,
  description: 'Muted words of the caller that have not expired, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myMutedWords(ctx, page),
});

const MUTED_WORD_BUDGET = { points: 200, windowSeconds: 86_400, per: 'user' } as const;

mutationField('addMutedWord', {
  description:
    "Mutes a word or phrase: posts that contain it are hidden from the caller's feed and other lists of posts by many users, except the caller's own. Adding a phrase again replaces its settings.",
  refusals: 'LIMIT_REACHED beyond {mutedWords} muted words.',
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({
    phrase: t.string({
      required: true,
      description: 'The word or phrase, 1 to {mutedWordLength} characters. HASHTAGS ignores a `#` before it.',
    }),
    targets: t.field({
      type: [MutedWordTargetRef],
      description: 'Parts of a post to match. Defaults to all.',
    }),
    excludesFollowing: t.boolean({
      description: 'Whether posts by users whom the caller follows stay visible. Defaults to false.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `Expiry time, within the next ${EXPIRY_YEARS_MAX} years. Permanent when omitted.`,
    }),
  }),
  payload: { mutedWord: { type: MutedWordRef, description: 'The muted word.' } },
  resolve: async (ctx, input) => ({ mutedWord: await addMutedWord(ctx, input) }),
});

mutationField('updateMutedWord', {
  description: 'Changes the settings of a muted word. Omitted fields stay unchanged.',
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({
    mutedWordId: t.idOf('mutedword', { required: true, description: 'The muted word.' }),
    targets: t.field({
      type: [MutedWordTargetRef],
      description: 'Parts of a post to match. Cannot be null.',
    }),
    excludesFollowing: t.boolean({
      description: 'Whether posts by users whom the caller follows stay visible.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: `Expiry time, within the next ${EXPIRY_YEARS_MAX} years; null makes it permanent.`,
    }),
  }),
  payload: { mutedWord: { type: MutedWordRef, description: 'The updated muted word.' } },
  resolve: async (ctx, input) => ({ mutedWord: await updateMutedWord(ctx, input) }),
});

mutationField('removeMutedWord', {
  description: 'Removes a muted word.',
  access: 'user',
  restriction: null,
  budget: MUTED_WORD_BUDGET,
  input: (t) => ({ mutedWordId: t.idOf('mutedword', { required: true, description: 'The muted word.' }) }),
  payload: { mutedWordId: { type: 'ID', description: 'Global id of the removed muted word.' } },
  resolve: async (ctx, input) => ({
    mutedWordId: toGlobalId('mutedword', await removeMutedWord(ctx, input)),
  }),
});
