import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { BlockedTexts } from './screening.policy.ts';
import type { BlockListAction, Thresholds } from './screening.types.ts';

const selectThresholds = (db: Db) =>
  db
    .selectFrom('screening_thresholds')
    .select([
      'kind',
      'category',
      'nudge',
      'sensitive',
      'hold',
      'reject',
      'version',
      'changed_at as changedAt',
    ])
    .$narrowType<Pick<Thresholds, 'kind' | 'category'>>();

/** All of them, by kind and category; both are closed sets. */
export async function listThresholds(db: Db): Promise<Thresholds[]> {
  return selectThresholds(db).orderBy('kind').orderBy('category').execute();
}

export async function lockThresholds(
  tx: Tx,
  { kind, category }: Pick<Thresholds, 'kind' | 'category'>,
): Promise<Thresholds> {
  return selectThresholds(tx)
    .where('kind', '=', kind)
    .where('category', '=', category)
    .forNoKeyUpdate()
    .executeTakeFirstOrThrow();
}

export async function updateThresholds(tx: Tx, changed: Thresholds): Promise<void> {
  const { kind, category, nudge, sensitive, hold, reject, version, changedAt } = changed;
  await tx
    .updateTable('screening_thresholds')
    .set({ nudge, sensitive, hold, reject, version, changed_at: changedAt })
    .where('kind', '=', kind)
    .where('category', '=', category)
    .execute();
}

/** Tells all processes that rules have changed. */
export async function increaseRulesVersion(tx: Tx): Promise<void> {
  await tx
    .updateTable('screening_head')
    .set((eb) => ({ version: eb('version', '+', eb.lit(1)) }))
    .execute();
}

export async function findRulesVersion(db: Db): Promise<number> {
  const { version } = await db.selectFrom('screening_head').select('version').executeTakeFirstOrThrow();
  return version;
}

/** The entries of all active lists; where several contain one, the strictest action counts. */
export async function findBlockedTexts(db: Db): Promise<BlockedTexts> {
  const rows = await db
    .selectFrom('block_list_entries as e')
    .innerJoin('block_lists as l', 'l.id', 'e.list_id')
    .select(['l.kind', 'l.action', 'e.entry'])
    .where('l.is_active', '=', true)
    .execute();
  const [words, links] = [new Map<string, BlockListAction>(), new Map<string, BlockListAction>()];
  for (const { kind, action, entry } of rows) {
    const entries = kind === 'LINK' ? links : words;
    if (entries.get(entry) !== 'REJECT') entries.set(entry, action === 'REJECT' ? 'REJECT' : 'HOLD');
  }
  return { WORD: words, LINK: links };
}
