import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { MODERATION_CATEGORIES } from '#ports/moderation.ts';
import { SCREENED_KINDS } from './screening.policy.ts';
import { ModerationCategoryRef, ScreenedKindRef } from './screening.schema.ts';
import type { Thresholds } from './screening.types.ts';
import { adminGetModerationThresholds, adminSetModerationThresholds } from './thresholds.service.ts';

const COUNT = SCREENED_KINDS.length * MODERATION_CATEGORIES.length;

const ThresholdsRef = builder.objectRef<Thresholds>('AdminModerationThresholds').implement({
  description: 'Scores, more than 0 and at most 1, from which on machines act on a kind of content.',
  fields: (t) => ({
    kind: t.field({
      type: ScreenedKindRef,
      description: 'The kind of content.',
      resolve: ({ kind }) => kind,
    }),
    category: t.field({
      type: ModerationCategoryRef,
      description: 'The category of the score.',
      resolve: ({ category }) => category,
    }),
    nudge: t.exposeFloat('nudge', {
      nullable: true,
      description: 'Score from which on the author is asked to think again. Null: never.',
    }),
    sensitive: t.exposeFloat('sensitive', {
      nullable: true,
      description: 'Score from which on the content is sensitive. Null: never.',
    }),
    hold: t.exposeFloat('hold', {
      nullable: true,
      description: 'Score from which on a moderator must look. Null: never.',
    }),
    reject: t.exposeFloat('reject', {
      nullable: true,
      description: 'Score from which on the content is refused, only of SEXUAL_MINORS. Null: never.',
    }),
    version: t.exposeInt('version', { description: 'The number of changes, for `expectedVersion`.' }),
    changedAt: t.field({
      type: 'DateTime',
      description: 'Time of the last change.',
      resolve: ({ changedAt }) => changedAt,
    }),
  }),
});

builder.queryField('adminGetModerationThresholds', (t) =>
  t.field({
    type: [ThresholdsRef],
    nullable: true,
    description: `Thresholds of every kind of content and every category, at most ${COUNT}.`,
    access: { permission: 'SCREENING_MANAGE' },
    extensions: listSize(COUNT),
    resolve: (_root, _args, ctx) => adminGetModerationThresholds(adminSignedIn(ctx)),
  }),
);

mutationField('adminSetModerationThresholds', {
  description:
    'Replaces the thresholds of a kind and category, here at once and in other processes within seconds. What is published already stays as it is.',
  refusals: 'CONFLICT when they have changed since they were read.',
  access: { permission: 'SCREENING_MANAGE' },
  restriction: null,
  input: (t) => ({
    kind: t.field({ type: ScreenedKindRef, required: true, description: 'The kind of content.' }),
    category: t.field({ type: ModerationCategoryRef, required: true, description: 'The category.' }),
    nudge: t.float({ description: 'Score from which on the author is asked. Never when omitted.' }),
    sensitive: t.float({ description: 'Score from which on the content is sensitive. Never when omitted.' }),
    hold: t.float({ description: 'Score from which on a moderator must look. Never when omitted.' }),
    reject: t.float({
      description:
        'Score from which on the content is refused: only of SEXUAL_MINORS, at least 0.9. Never when omitted.',
    }),
    expectedVersion: t.int({ required: true, description: 'The version that the change is based on.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: { thresholds: { type: ThresholdsRef, description: 'The thresholds in force.' } },
  resolve: async (ctx, input) => ({ thresholds: await adminSetModerationThresholds(ctx, input) }),
});
