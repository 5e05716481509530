/**
 * Notices of illegal content, by anybody: a receipt and the outcome by mail, and the contact of who sent them, which moderators alone see.
 * Owns `notice_contacts`; the notice itself is a report, which opens the case of its subject.
 * Begin with notices.service.ts; notices.jobs.ts files notices, so that its answer tells nothing of what there is.
 */
import { FIRST_ID } from '#platform/db/keyset.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { noticeJobs } from './notices.jobs.ts';
import { listOwnNotices } from './notices.queries.ts';
import { eraseOwnNotices } from './notices.service.ts';
import type { OwnNotice } from './notices.types.ts';
import './notices.schema.ts';

const BATCH_ROWS = 500;

const noticesLimits = {
  noticeTextLength: limit(3_000, 'Maximum characters of the explanation of a notice of illegal content.'),
  noticeNameLength: limit(200, 'Maximum characters of the name of who sends a notice of illegal content.'),
  noticeContactDays: limit(
    240,
    'Days after the outcome of a notice of illegal content for which name and address of its sender are kept.',
  ),
};

defineModule({
  name: 'notices',
  limits: noticesLimits,
  jobs: noticeJobs,
  personalData: {
    tables: {
      'public.notice_contacts': { erased: 'notices.eraseSender', exported: ['illegal-content-notices'] },
    },
    exports: [
      listExport<OwnNotice>({
        name: 'illegal-content-notices',
        description: 'Your notices of illegal content, with the contact that you gave.',
        list: ({ db }, { userId, after, limit: size }) =>
          listOwnNotices(db, { senderId: userId, afterId: after?.reportId ?? FIRST_ID, limit: size }),
        show: ({ reportId, ...notice }) => ({ id: toGlobalId('report', reportId), ...notice }),
      }),
    ],
    erasures: [
      {
        name: 'notices.eraseSender',
        batches: [(tx, { userId }) => eraseOwnNotices(tx, userId, BATCH_ROWS)],
      },
    ],
  },
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof noticesLimits> {}
}
