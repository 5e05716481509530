import { type RawBuilder, sql } from 'kysely';
import { unrestrictedSql } from '#domains/foundation/visibility/restrictions.policy.ts';
import { coinsPosted } from '#domains/money/ledger/ledger.events.ts';
import { isSufficientSql, lockedCoinsSql, spendingSql } from '#domains/money/ledger/spending.service.ts';
import type { Db } from '#platform/db/database.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { defineWrite, eventSql, type Write } from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { tippedSql } from './targets.policy.ts';
import { TIP_ROW } from './tips.queries.ts';
import type { Tip, TipTargetKind } from './tips.types.ts';

export const UNDO_SECONDS = 5;

export type NewTip = {
  readonly senderId: string;
  readonly targetId: string;
  readonly amountCoins: number;
  readonly message: string | null;
  readonly isAnonymous: boolean;
  readonly feeBps: number;
  /** Most coins of a tip with the taps that are added. */
  readonly tipCoins: number;
  /** Most coins of 24 hours; null for a sender whose account is not new. */
  readonly newAccountCoins: number | null;
  /** Id of the transfer, and of the tip unless it is a tap of another one. */
  readonly transferId: string;
  readonly transactionId: string;
  readonly key: string;
  readonly now: Date;
  readonly eventId: string;
  readonly claim: string | null;
};

/** Time at which the coins were locked, by the clock of the write. */
const lockedAtSql = (now: RawBuilder<Date>): RawBuilder<Date> =>
  sql`(${now}::timestamptz + (clock_timestamp() - statement_timestamp()))`;

/** Whether a tip is within what a new account may give in a day. The locked account makes it wait for the lock. */
const isWithinNewAccountSql = (
  tip: Parameters<Pick<NewTip, 'newAccountCoins' | 'senderId' | 'amountCoins'>>,
): RawBuilder<boolean> => sql`(${tip.newAccountCoins}::integer is null or coins_id is null
  or ${tip.amountCoins}::integer + coins_spent_by_now(${tip.senderId}::uuid, sent_at - interval '1 day') <= ${tip.newAccountCoins}::integer)`;

/**
 * Sends a tip for a target that the sender sees, from coins that they have, or adds a quick tap to their tip before. What has to be read
 * after the lock is read by functions, with snapshots of their own.
 */
const tipWrite = (kind: TipTargetKind): Write<NewTip, Tip> =>
  defineWrite<NewTip, Tip>((tip) => {
    const sender = { id: tip.senderId, now: tip.now };
    return {
      steps: sql`
        judged as materialized (
          select target.*, ${tip.senderId}::uuid as spender_id from (${tippedSql(kind, sender, tip.targetId)}) target
          where ${unrestrictedSql(sender, 'TIPPING')}
        ), ${lockedCoinsSql('judged')}, allowed as materialized (
          select locked.*, at.*, j.* from locked cross join lateral (
            -- It is asked for the time once the coins are locked, because it refers to them.
            select ${lockedAtSql(tip.now)} as sent_at where locked.coins_id is not null
          ) at
          cross join lateral judge_tip(spender_id, ${sql.lit(kind)}, ${tip.targetId}::uuid, ${tip.amountCoins}::integer,
            ${tip.isAnonymous}::boolean, ${tip.message}::text is not null, ${tip.feeBps}::smallint, ${tip.tipCoins}::integer,
            ${tip.key}::text, at.sent_at) j
          where ${isSufficientSql(tip.amountCoins)} and j.is_allowed and ${isWithinNewAccountSql(tip)}
        ), ${claimedSql(tip.claim, 'allowed')}, ${spendingSql(
          sql`(select * from allowed where ${isFirstSql(tip.claim)}) first`,
          {
            type: 'TIP_SENT',
            amountCoins: tip.amountCoins,
            to: 'TIPS_IN_FLIGHT',
            transferId: tip.transferId,
            key: tip.key,
            transactionId: tip.transactionId,
            newestTransactionId: sql`newest_transaction_id`,
            counterpartyId: sql`receiver_id`,
            addedTo: { transactionId: sql`tip_transaction_id`, transferId: sql`tip_id` },
            at: sql`sent_at`,
          },
        )}, sent as (
          insert into coin_tips (id, sender_id, receiver_id, target_kind, target_id, amount_coins, fee_bps, message, is_anonymous, state,
            undoable_until, created_at)
          select ${tip.transferId}::uuid, spender_id, receiver_id, ${sql.lit(kind)}, ${tip.targetId}::uuid, ${tip.amountCoins}::integer,
            ${tip.feeBps}::smallint, ${tip.message}::text, ${tip.isAnonymous}::boolean, 'PENDING',
            sent_at + ${sql.lit(UNDO_SECONDS)} * interval '1 second', sent_at
          from spent where tip_id is null
          returning *
        ), written as materialized (
          select * from sent
          union all
          select tapped.* from spent
          cross join lateral add_tap(tip_id, tip_transaction_id, ${tip.amountCoins}::integer, balance_after) tapped
          where tip_id is not null
        )`,
      events: [
        eventSql(coinsPosted, {
          id: tip.eventId,
          payload: { transactionId: sql`(select transaction_id from spent)` },
          recipients: sql`array[sender_id]`,
        }),
      ],
      row: sql<Tip>`select ${TIP_ROW} from written t`,
    };
  });

export const writeTip: Readonly<Record<TipTargetKind, Write<NewTip, Tip>>> = {
  POST: tipWrite('POST'),
  COMMENT: tipWrite('COMMENT'),
  USER: tipWrite('USER'),
  MESSAGE: tipWrite('MESSAGE'),
};

/** Reasons for refusing a tip that is refused for neither its target nor its coins. */
export type TipRefusals = {
  /** A period whose limit would be passed; null where none is. */
  readonly limitPeriod: string | null;
  /** Whether a new account would give more than it may in a day. */
  readonly isTooMuchForNewAccount: boolean;
  readonly isKeyUsed: boolean;
};

export async function readRefusals(
  db: Db,
  given: Pick<NewTip, 'senderId' | 'amountCoins' | 'newAccountCoins' | 'key' | 'now'>,
): Promise<TipRefusals> {
  const { senderId, amountCoins, newAccountCoins, key, now } = given;
  const { rows } = await sql<TipRefusals>`
    select (select min(p) from spending_limits_reached(${senderId}::uuid, ${amountCoins}::integer, ${now}::timestamptz) p) as "limitPeriod",
      coalesce(${amountCoins}::integer + coins_spent_since(${senderId}::uuid, ${now}::timestamptz - interval '1 day') > ${newAccountCoins}::integer, false)
        as "isTooMuchForNewAccount",
      exists (select from coin_transfers where initiator_id = ${senderId}::uuid and kind = 'TIP_SENT' and idempotency_key = ${key})
        as "isKeyUsed"`.execute(db);
  return rows[0] ?? { limitPeriod: null, isTooMuchForNewAccount: false, isKeyUsed: false };
}
