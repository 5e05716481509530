import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import { checkLinks, checkUnchained, findHead, type Link } from './audit-verification.queries.ts';

type Listener = {
  /** Called after each batch. */
  readonly onChecked: (progress: { what: string; count: number; expected: number }) => void;
  /** Called with one sentence for each thing that is wrong. */
  readonly onDifference: (difference: string) => void;
};

const BATCH_ROWS = 2_000;

/**
 * Recomputes the chain of the audit log, in batches: finds entries that were changed, removed or inserted, and a tail that was cut.
 * @param db a transaction with one snapshot for all reads
 * @returns the number of differences, and the newest entry
 */
export async function verifyAuditLog(
  db: Db,
  { onChecked, onDifference }: Listener,
): Promise<{ differences: number; newest: Link }> {
  // The text of a row has its dates as the session writes them.
  await sql`set local timezone = 'UTC'`.execute(db);
  await sql`set local datestyle = 'ISO'`.execute(db);
  const head = await findHead(db);
  let differences = 0;
  const report = (found: readonly string[]): void => {
    differences += found.length;
    for (const difference of found) onDifference(difference);
  };
  let [newest, count]: [Link, number] = [{ seq: 0, hash: '' }, 0];
  for (;;) {
    const batch = await checkLinks(db, newest, BATCH_ROWS);
    if (!batch) break;
    newest = batch.last;
    count += batch.count;
    report(batch.differences);
    onChecked({ what: 'audit entries', count, expected: head?.seq ?? count });
  }
  report(endOf(newest, head));
  for (let afterId = FIRST_ID; ;) {
    const batch = await checkUnchained(db, afterId, BATCH_ROWS);
    if (!batch) break;
    afterId = batch.last;
    report(batch.differences);
  }
  return { differences, newest };
}

/** Compares the last entry with what the chain says of its end. */
function endOf(last: Link, head: Link | null): string[] {
  if (!head) return ['audit_head: its row is missing'];
  if (head.seq > last.seq) return [`entries ${last.seq + 1} to ${head.seq}: they are missing`];
  if (head.seq < last.seq) return [`audit_head: it ends with entry ${head.seq}, there are ${last.seq}`];
  return head.hash === last.hash ? [] : [`audit_head: it has another hash than entry ${last.seq}`];
}
