import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import type { AdminContext, UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import { readReport } from './ledger.queries.ts';
import type { CoinTransaction, LedgerReport } from './ledger.types.ts';
import { listTransactions, listTransactionsByIds } from './transfers.queries.ts';

/** The caller's transactions, newest first. */
export const myTransactions = (
  ctx: UserContext,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<CoinTransaction[]> => listTransactions(ctx.db, { userId: ctx.user.id, beforeId, limit });

/** The transactions of any user, newest first. */
export const adminGetCoinTransactions = (
  ctx: AdminContext,
  userId: string,
  { from: [beforeId], limit }: ListRequest<IdKey>,
): Promise<CoinTransaction[]> => listTransactions(ctx.db, { userId, beforeId, limit });

export const adminGetLedgerReport = (ctx: AdminContext): Promise<LedgerReport> => readReport(ctx.db);

export type PostedFacts = { readonly transaction: CoinTransaction };

/** Reads the transactions of events, for all recipients. */
export async function readPosted(
  { db }: Services,
  events: readonly { transactionId: string }[],
): Promise<(PostedFacts | null)[]> {
  const found = await listTransactionsByIds(
    db,
    events.map(({ transactionId }) => transactionId),
  );
  const byId = new Map(found.map((transaction) => [transaction.id, transaction]));
  return events.map(({ transactionId }) => {
    const transaction = byId.get(transactionId);
    return transaction ? { transaction } : null;
  });
}
