import { sendMail } from '#domains/foundation/mails/mails.service.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { writeInBatches } from '#platform/outbox/batches.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { handleCron, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { fileNotice, listNoticesClosedBy } from '../reports/reports.service.ts';
import type { Report } from '../reports/reports.types.ts';
import { actionMail, noActionMail, receiptMail } from './notices.mails.ts';
import { RECEIPTS } from './notices.policy.ts';
import { deleteOldContacts, listContacts, lockContact } from './notices.queries.ts';
import { appealTokenOf, fileNoticeJob, SEALED_NOTICE, tellOutcomeJob } from './notices.service.ts';
import type { NewNotice } from './notices.types.ts';

const BATCH_ROWS = 500;

export const noticeJobs: readonly JobHandler[] = [
  handleJob(fileNoticeJob, file),
  handleJob(tellOutcomeJob, tellOutcome),
  handleCron('notices.eraseContacts', '53 * * * *', (services) =>
    writeInBatches(services, (tx) => {
      const { clock, limits } = services;
      const decidedBefore = new Date(clock.now().getTime() - limits.noticeContactDays * DAY_MS);
      return deleteOldContacts(tx, { decidedBefore, limit: BATCH_ROWS });
    }),
  ),
];

/** Files a notice as a report, with a receipt to its sender. */
async function file(services: Services, { sealed }: { sealed: string }): Promise<void> {
  const opened = services.sealer.open(SEALED_NOTICE, sealed);
  if (opened === null) throw new Error('a notice was sealed by a secret that is replaced');
  // Only `submitIllegalContentNotice` seals for this purpose.
  const notice = JSON.parse(opened) as NewNotice;
  const { id, sentAt, ...said } = notice;
  const [known] = await listContacts(services.db, [id]);
  const email = known?.email ?? null;
  const getsReceipt = email !== null && (await hasReceiptsLeft(services, email));
  await services.transaction(async (tx) => {
    const isErased = (await lockContact(tx, id)) === null;
    const text = isErased ? '' : said.text;
    await fileNotice(services, tx, { ...said, id, text, createdAt: new Date(sentAt) });
    if (getsReceipt && !isErased) {
      sendMail(services, tx, receiptMail({ to: email, reportId: toGlobalId('report', id) }));
    }
  });
}

/** Whether an address may get one more receipt: it is not proven to be that of the sender. */
async function hasReceiptsLeft({ budgets }: Services, email: string): Promise<boolean> {
  try {
    await budgets.spendShared({ name: 'notice:address', allowance: RECEIPTS, key: email });
    return true;
  } catch (error) {
    if (error instanceof AppError && error.code === 'RATE_LIMITED') return false;
    throw error;
  }
}

/** Mails the outcome in batches; a repetition sends mails with the same keys. */
async function tellOutcome(services: Services, { decisionId }: { decisionId: string }): Promise<void> {
  let afterId: string | null = FIRST_ID;
  while (afterId !== null) {
    const page = { decisionId, afterId, limit: BATCH_ROWS };
    const notices = await listNoticesClosedBy(services, page);
    await services.transaction((tx) => tellEach(services, tx, { decisionId, notices }));
    afterId = notices.at(-1)?.id ?? null;
  }
}

async function tellEach(
  services: Pick<Services, 'sealer' | 'webAppUrl'>,
  tx: Tx,
  { decisionId, notices }: { decisionId: string; notices: readonly Report[] },
): Promise<void> {
  const contacts = await listContacts(
    tx,
    notices.map(({ id }) => id),
  );
  const addressOf = new Map(contacts.map(({ reportId, email }) => [reportId, email]));
  const { webAppUrl } = services;
  for (const { id, outcome } of notices) {
    const to = addressOf.get(id);
    if (to == null) continue;
    const about = { to, reportId: toGlobalId('report', id), decisionId: toGlobalId('decision', decisionId) };
    const token = appealTokenOf(services, { reportId: id, decisionId });
    sendMail(
      services,
      tx,
      outcome === 'ACTION_TAKEN' ? actionMail(about) : noActionMail({ ...about, token, webAppUrl }),
    );
  }
}
