import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { type IdType, toGlobalId } from '#platform/kernel/ids.ts';
import { type CategoryScore, MODERATION_CATEGORIES } from '#ports/moderation.ts';
import { adminGetModerationScans, moderationScan } from './scans.service.ts';
import { ModerationCategoryRef, ScreenedKindRef, ScreeningOutcomeRef } from './screening.schema.ts';
import type { ScanState, ScreenedKind, StoredScan } from './screening.types.ts';

const ScanStateRef = enumType<ScanState>('AdminModerationScanState', {
  description: 'State of a scan.',
  values: {
    DONE: 'The content is judged.',
    FAILED: 'The content was not judged in a week, and will not be.',
    PENDING: 'The content is published or reported, and waits to be judged.',
  },
});

const ScoreRef = builder.objectRef<CategoryScore>('AdminModerationScore').implement({
  description: 'Score of a content in a category. Those of two providers are not comparable.',
  fields: (t) => ({
    category: t.field({
      type: ModerationCategoryRef,
      description: 'The category.',
      resolve: ({ category }) => category,
    }),
    score: t.exposeFloat('score', { description: 'The score, more than 0 and at most 1.' }),
  }),
});

const ID_TYPES: Readonly<Partial<Record<ScreenedKind, IdType>>> = {
  COMMENT: 'comment',
  GROUP: 'conversation',
  MEDIA: 'media',
  MESSAGE: 'message',
  MONEY: 'cointip',
  POST: 'post',
  PROFILE: 'user',
};

export const ScanRef = builder.objectRef<StoredScan>('AdminModerationScan').implement({
  description: 'Judgement of a machine about a content, kept for 180 days without its text.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `scan_…`.', resolve: ({ id }) => toGlobalId('scan', id) }),
    subjectKind: t.field({
      type: ScreenedKindRef,
      description: 'Kind of the content.',
      resolve: ({ subjectKind }) => subjectKind,
    }),
    subjectId: t.id({
      nullable: true,
      description:
        'Global id of the post, comment, message, media item, conversation or tip, or of the user of a profile; it may be deleted.',
      resolve: ({ subjectKind, subjectId }) =>
        ID_TYPES[subjectKind] ? toGlobalId(ID_TYPES[subjectKind], subjectId) : null,
    }),
    subjectVersion: t.exposeInt('version', {
      description:
        'Version of the text that was judged, from 1: each edit of the text of a post, comment or message adds one. It is 1 for other kinds.',
    }),
    state: t.field({ type: ScanStateRef, description: 'State of the scan.', resolve: ({ state }) => state }),
    outcome: t.field({
      type: ScreeningOutcomeRef,
      nullable: true,
      description: 'Consequence of the judgement. Null until there is one.',
      resolve: ({ outcome }) => outcome,
    }),
    category: t.field({
      type: ModerationCategoryRef,
      nullable: true,
      description: 'Category that decided. Null until there is a judgement, for ALLOW, and for a block list.',
      resolve: ({ category }) => category,
    }),
    scores: t.field({
      type: [ScoreRef],
      description: `Scores of the content, highest first, at most ${MODERATION_CATEGORIES.length}.`,
      extensions: listSize(MODERATION_CATEGORIES.length),
      resolve: ({ scores }) =>
        MODERATION_CATEGORIES.flatMap((category) => {
          const score = scores[category];
          return score === undefined ? [] : [{ category, score }];
        }).toSorted((a, b) => b.score - a.score),
    }),
    provider: t.exposeString('provider', {
      nullable: true,
      description: 'The provider that judged. Null until there is a judgement.',
    }),
    model: t.exposeString('model', {
      nullable: true,
      description: 'Model that judged, or the version of the rules. Null until there is a judgement.',
    }),
    latencyMs: t.exposeInt('latencyMs', {
      nullable: true,
      description: 'Milliseconds that the judgement took. Null until there is one.',
    }),
    attemptCount: t.exposeInt('attempts', { description: 'The number of attempts by a job.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which the content was written.',
      resolve: ({ at }) => at,
    }),
  }),
});

adminNodeType(ScanRef, 'scan', { permission: 'SCREENING_MANAGE' }, moderationScan);

listField('adminGetModerationScans', {
  connection: connectionType('AdminModerationScan', ScanRef, { description: 'Scans, newest first.' }),
  description:
    'Judgements of machines about content that was not simply allowed, and those about texts that are still to be made, newest first.',
  access: { permission: 'SCREENING_MANAGE' },
  args: (t) => ({
    outcome: t({ type: ScreeningOutcomeRef, description: 'Only scans with this outcome.' }),
    state: t({ type: ScanStateRef, description: 'Only scans in this state.' }),
    postId: t.idOf('post', { description: 'Only scans of this post.' }),
    commentId: t.idOf('comment', { description: 'Only scans of this comment.' }),
    messageId: t.idOf('message', { description: 'Only scans of this message.' }),
  }),
  order: NEWEST_FIRST,
  rows: (ctx, args, page) => adminGetModerationScans(ctx, args, page),
});
