/**
 * Appeals against decisions of moderators, by the owner or a reporter, which another moderator decides.
 * Owns `appeals`; decisions are reverted by their own service.
 * Begin with appeals.service.ts.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { eraseAppeals, listAllOwnAppeals } from './appeals.queries.ts';
import type { Appeal } from './appeals.types.ts';
import './appeals.schema.ts';

const BATCH_ROWS = 500;

const appealsLimits = {
  appealLength: limit(2_000, 'Maximum characters of an appeal, and of the answer to it.'),
};

defineModule({
  name: 'appeals',
  ids: ['appeal'],
  limits: appealsLimits,
  personalData: {
    tables: {
      'public.appeals': {
        erased: { author_id: 'the record stays without its text; the id of an erased account names nobody' },
        exported: ['appeals'],
      },
    },
    exports: [
      listExport<Appeal>({
        name: 'appeals',
        description: 'Your appeals against decisions of moderators, with the answers.',
        list: ({ db }, { userId, after, limit: size }) =>
          listAllOwnAppeals(db, { authorId: userId, afterId: after?.id ?? FIRST_ID, limit: size }),
        show: ({ id, decisionId, text, state, note, createdAt, decidedAt }) => ({
          id: toGlobalId('appeal', id),
          decisionId: toGlobalId('decision', decisionId),
          text,
          state,
          note,
          createdAt,
          decidedAt,
        }),
      }),
    ],
    erasures: [
      { name: 'appeals.eraseTexts', batches: [(tx, { userId }) => eraseAppeals(tx, userId, BATCH_ROWS)] },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    appeal: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof appealsLimits> {}
}
