/**
 * Cases of moderation, one for each subject that was reported: queue, priority, lease, and the content as it was reported.
 * Owns `moderation_cases` and `case_snapshots`; reports and decisions change a case by the service here.
 * Begin with cases.service.ts; subjects.queries.ts reads what can be reported, content-states.service.ts hides and shows it.
 */
import { defineModule } from '#platform/request/module.ts';
import { casesJobs } from './cases.jobs.ts';
import { deleteSnapshotsOf } from './cases.queries.ts';
import './cases.schema.ts';

const BATCH_ROWS = 500;

defineModule({
  name: 'cases',
  ids: ['case'],
  jobs: casesJobs,
  personalData: {
    tables: {
      'public.moderation_cases': {
        erased: {
          owner_id: 'the record of moderation stays, and the id of an erased account names nobody',
          subject_id: 'as of the owner',
        },
        exported: 'the decisions about them are exported; before one, a case tells that others have reported',
      },
    },
    erasures: [
      {
        name: 'cases.eraseSnapshots',
        batches: [(tx, { userId }) => deleteSnapshotsOf(tx, userId, BATCH_ROWS)],
      },
    ],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    case: true;
  }
}
