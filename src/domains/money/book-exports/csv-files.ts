import type { AdminExportContent } from '#domains/foundation/admin-exports/admin-exports.types.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Db } from '#platform/db/database.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { firstIdAt, type IdType, toGlobalId } from '#platform/kernel/ids.ts';
import type { MonthSpan } from '../months/months.policy.ts';
import { type Cell, csvLine } from './csv.policy.ts';
import {
  type Batch,
  type CashEntryRow,
  type CoinEntryRow,
  type PayoutRow,
  readCashEntries,
  readCoinEntries,
  readPayouts,
} from './rows.queries.ts';

const BATCH_ROWS = 500;
/** The id of a transfer may be of another time than its date by less than this. */
const ID_DRIFT_MS = DAY_MS;

type Columns<Row> = Readonly<Record<string, (row: Row) => Cell>>;

const globalId = (type: IdType, id: string | null): string | null => id && toGlobalId(type, id);

const COIN_ENTRIES: Columns<CoinEntryRow> = {
  entry_id: ({ entryId }) => entryId,
  transfer_id: ({ transferId }) => transferId,
  type: ({ type }) => type,
  reverses_transfer_id: ({ reversesId }) => reversesId,
  account: ({ account }) => account,
  user_id: ({ userId }) => globalId('user', userId),
  amount_coins: ({ amountCoins }) => amountCoins,
  created_at: ({ createdAt }) => createdAt,
};

const CASH_ENTRIES: Columns<CashEntryRow> = {
  entry_id: ({ entryId }) => entryId,
  transfer_id: ({ transferId }) => transferId,
  type: ({ type }) => type,
  account: ({ account }) => account,
  currency: ({ currency }) => currency,
  amount_minor: ({ amountMinor }) => amountMinor,
  payment_id: ({ paymentId }) => globalId('payment', paymentId),
  refund_id: ({ refundId }) => globalId('paymentrefund', refundId),
  dispute_id: ({ disputeId }) => globalId('paymentdispute', disputeId),
  payout_id: ({ payoutId }) => globalId('payout', payoutId),
  provider_balance_id: ({ balanceMoveId }) => balanceMoveId,
  charged_minor: ({ chargedMinor }) => chargedMinor,
  charged_currency: ({ chargedCurrency }) => chargedCurrency,
  exchange_rate: ({ exchangeRate }) => exchangeRate,
  occurred_at: ({ occurredAt }) => occurredAt,
  booked_at: ({ bookedAt }) => bookedAt,
};

const PAYOUTS: Columns<PayoutRow> = {
  payout_id: ({ payoutId }) => globalId('payout', payoutId),
  user_id: ({ userId }) => globalId('user', userId),
  amount_coins: ({ amountCoins }) => amountCoins,
  method: ({ method }) => method,
  reference: ({ reference }) => ({ written: reference }),
  paid_minor: ({ paidMinor }) => paidMinor,
  paid_currency: ({ paidCurrency }) => paidCurrency,
  recorded_by_id: ({ recordedBy }) => globalId('admin', recordedBy),
  created_at: ({ createdAt }) => createdAt,
  reversed_by_id: ({ reversedBy }) => globalId('admin', reversedBy),
  reversed_at: ({ reversedAt }) => reversedAt,
};

/** Called with the number of rows of each batch. */
type Counter = (rows: number) => void;

/** The text of a file in parts, of which only one is held at a time. */
export function csvOf(
  db: Db,
  { content, span }: { content: AdminExportContent; span: MonthSpan },
  count: Counter,
): AsyncIterable<string> {
  const limit = BATCH_ROWS;
  if (content === 'PAYOUTS')
    return lines(
      PAYOUTS,
      (afterId) => readPayouts(db, { ...span, limit, afterId: afterId ?? FIRST_ID }),
      count,
    );
  if (content === 'CASH_ENTRIES')
    return lines(
      CASH_ENTRIES,
      (afterId) => readCashEntries(db, { ...span, limit, afterId: afterId ?? FIRST_ID }),
      count,
    );
  const firstId = firstIdAt(new Date(span.startsAt.getTime() - ID_DRIFT_MS));
  const untilId = firstIdAt(new Date(span.endsAt.getTime() + ID_DRIFT_MS));
  return lines(
    COIN_ENTRIES,
    (afterId) => readCoinEntries(db, { ...span, limit, afterId: afterId ?? firstId, untilId }),
    count,
  );
}

async function* lines<Row>(
  columns: Columns<Row>,
  read: (afterId: string | null) => Promise<Batch<Row> | null>,
  count: Counter,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield csvLine(Object.keys(columns));
  let batch = await read(null);
  while (batch) {
    count(batch.rows.length);
    if (batch.rows.length > 0)
      yield batch.rows.map((row) => csvLine(cells.map((cell) => cell(row)))).join('');
    batch = await read(batch.lastId);
  }
}
