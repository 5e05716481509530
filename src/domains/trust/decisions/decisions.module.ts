/**
 * Decisions of moderators about cases: statements of reasons with what is done, reversals, points, and the policies that they name.
 * Owns `moderation_decisions` and `policies`.
 * Begin with `adminDecideCase` in decisions.service.ts; decisions.policy.ts says what is valid.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { subjectIdOf, subjectOf } from '../cases/cases.policy.ts';
import { eraseTexts, listAllOwnDecisions } from './decisions.queries.ts';
import type { Decision } from './decisions.types.ts';
import './decisions.schema.ts';
import './policies.schema.ts';
import './own-decisions.schema.ts';

const BATCH_ROWS = 500;

defineModule({
  name: 'decisions',
  ids: ['policy'],
  personalData: {
    tables: {
      'public.moderation_decisions': {
        erased: { owner_id: 'the record stays without its texts; the id of an erased account names nobody' },
        exported: ['moderation-decisions'],
      },
    },
    exports: [
      listExport<Decision>({
        name: 'moderation-decisions',
        description: 'Decisions of moderators about your content and your account.',
        list: ({ db }, { userId, after, limit }) =>
          listAllOwnDecisions(db, { ownerId: userId, afterId: after?.id ?? FIRST_ID, limit }),
        show: (decision) => ({
          id: toGlobalId('decision', decision.id),
          subjectKind: decision.subjectKind,
          subjectId: subjectIdOf(subjectOf(decision)),
          actions: decision.actions,
          policy: decision.policyTitle,
          ground: decision.ground,
          facts: decision.facts,
          explanation: decision.explanation,
          strikePoints: decision.strikePoints,
          strikeExpiresAt: decision.strikeExpiresAt,
          expiresAt: decision.expiresAt,
          decidedAt: decision.decidedAt,
          revertedAt: decision.revertedAt,
        }),
      }),
    ],
    erasures: [
      { name: 'decisions.eraseTexts', batches: [(tx, { userId }) => eraseTexts(tx, userId, BATCH_ROWS)] },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    policy: true;
  }
}
