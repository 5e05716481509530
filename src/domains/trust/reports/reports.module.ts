/**
 * Reports of users about what they see, each with its weight, and what became of them.
 * Owns `content_reports` and `muted_reporters`; a report opens the case of its subject and gives it its weight.
 * Begin with `reportContent` in reports.service.ts; reasons.policy.ts has the reasons and the weights.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { subjectIdOf, subjectOf } from '../cases/cases.policy.ts';
import { eraseReports, listAllOwnReports } from './reports.queries.ts';
import type { Report } from './reports.types.ts';
import './account-reports.schema.ts';
import './admin-reports.schema.ts';
import './reports.schema.ts';

const BATCH_ROWS = 500;

const reportsLimits = {
  reportTextLength: limit(1_000, 'Maximum characters of the text of a report.'),
};

defineModule({
  name: 'reports',
  ids: ['report'],
  limits: reportsLimits,
  personalData: {
    tables: {
      'public.content_reports': {
        erased: { subject_id: 'the record of moderation stays; the id of an erased account names nobody' },
        exported: ['reports'],
      },
      'public.muted_reporters': {
        erased: { user_id: 'it is a note of admins, and the id of an erased account names nobody' },
        exported: 'notes of admins',
      },
    },
    exports: [
      listExport<Report>({
        name: 'reports',
        description: 'Your reports to moderators, with their outcomes.',
        list: ({ db }, { userId, after, limit: size }) =>
          listAllOwnReports(db, { userId, afterId: after?.id ?? FIRST_ID, limit: size }),
        show: (report) => ({
          id: toGlobalId('report', report.id),
          subjectKind: report.subjectKind,
          subjectId: subjectIdOf(subjectOf(report)),
          reason: report.reason,
          subReason: report.subReason,
          text: report.text,
          state: report.state,
          outcome: report.outcome,
          createdAt: report.createdAt,
          closedAt: report.closedAt,
        }),
      }),
    ],
    erasures: [
      { name: 'reports.eraseReporter', batches: [(tx, { userId }) => eraseReports(tx, userId, BATCH_ROWS)] },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    report: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof reportsLimits> {}
}
