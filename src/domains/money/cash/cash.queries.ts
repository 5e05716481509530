import { sql } from 'kysely';
import type { Db } from '#platform/db/database.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { CashEntry, CashTransfer } from './cash.types.ts';

/** Keeps months from being closed until the commit. */
export async function keepMonthsOpen(tx: Tx): Promise<void> {
  await sql`select pg_advisory_xact_lock_shared(hashtext('book_months'))`.execute(tx);
}

/** The end of the newest closed month; null while none is closed. */
export async function findClosedUntil(db: Db): Promise<Date | null> {
  const row = await db
    .selectFrom('book_months')
    .select('ends_at as endsAt')
    .orderBy('ends_at', 'desc')
    .limit(1)
    .executeTakeFirst();
  return row?.endsAt ?? null;
}

/** The ids of moves at the provider that are booked, of some. */
export async function listBookedMoves(
  db: Db,
  { provider, moveIds }: { provider: string; moveIds: readonly string[] },
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('cash_transfers')
    .select('balance_move_id as moveId')
    .where('provider', '=', provider)
    .where('balance_move_id', '=', sql<string>`any(${moveIds}::text[])`)
    .$narrowType<{ moveId: string }>()
    .execute();
  return new Set(rows.map(({ moveId }) => moveId));
}

type Cause = {
  readonly paymentId: string | null;
  /** The provider's ids of a refund and of a dispute of the payment. */
  readonly refundProviderId: string | null;
  readonly disputeProviderId: string | null;
  readonly payoutId: string | null;
};

export type NewCashTransfer = CashTransfer &
  Cause & {
    readonly bookedAt: Date;
    readonly move: {
      readonly provider: string;
      readonly id: string;
      readonly chargedMinor: number;
      readonly chargedCurrency: string;
      readonly exchangeRate: string | null;
    } | null;
    readonly entries: readonly CashEntry[];
  };

/** Writes a transfer with its entries in one statement. @returns false when it is booked: then nothing is written */
export async function insertCashTransfer(tx: Tx, transfer: NewCashTransfer): Promise<boolean> {
  const { id, kind, paymentId, refundProviderId, disputeProviderId, payoutId, move } = transfer;
  const { rows } = await sql`
    with booked as (
      insert into cash_transfers (id, kind, payment_id, refund_id, dispute_id, payout_id, provider, balance_move_id,
        charged_minor, charged_currency, exchange_rate, occurred_at, booked_at, created_at)
      values (${id}, ${kind}, ${paymentId},
        (select r.id from payment_refunds r where r.provider_id = ${refundProviderId}),
        (select d.id from payment_disputes d where d.provider_id = ${disputeProviderId}),
        ${payoutId}, ${move?.provider}, ${move?.id}, ${move?.chargedMinor}, ${move?.chargedCurrency}, ${move?.exchangeRate},
        ${transfer.occurredAt}, ${transfer.bookedAt}, ${transfer.createdAt})
      on conflict do nothing returning id
    ), entered as (
      insert into cash_entries (transfer_id, account, currency, amount_minor)
      select booked.id, e.account, e.currency, e.amount_minor
      from booked cross join jsonb_to_recordset(${JSON.stringify(transfer.entries.map(entryRow))}::jsonb)
        as e (account text, currency text, amount_minor bigint)
    )
    select id from booked`.execute(tx);
  return rows.length > 0;
}

const entryRow = ({ account, currency, amountMinor }: CashEntry) => ({
  account,
  currency,
  amount_minor: amountMinor,
});
