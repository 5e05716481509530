import { type RawBuilder, sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import { messageUpdated } from '#domains/messaging/messages/messages.events.ts';
import {
  openMessageRefusals,
  openMessageRefusedIf,
  openMessageRowSql,
} from '#domains/messaging/messages/messages.policy.ts';
import { coinsPosted } from '#domains/money/ledger/ledger.events.ts';
import { insufficientCoins } from '#domains/money/ledger/ledger.policy.ts';
import { lockedCoinsSql, spendingSql } from '#domains/money/ledger/spending.service.ts';
import { ownLimitPassed, passedLimitSql } from '#domains/money/spending-limits/spending-limits.policy.ts';
import type { Parameters } from '#platform/db/prepared.ts';
import { AppError } from '#platform/kernel/errors.ts';
import {
  defineWrite,
  eventSql,
  type RefusalDetails,
  type RefusedIf,
  type RefusalSql,
  type WriteParts,
} from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { messageUnlocked } from './paid-messages.events.ts';
import { notLocked, ownMessage, priceChanged } from './paid-messages.policy.ts';

export type NewUnlock = {
  readonly buyerId: string;
  readonly messageId: string;
  readonly expectedPriceCoins: number;
  readonly feeBps: number;
  /** The limit of this name. */
  readonly requestMessages: number;
  /** Id of the transfer and of the purchase. */
  readonly transferId: string;
  readonly transactionId: string;
  readonly key: string;
  readonly now: Date;
  readonly unlockedEventId: string;
  readonly updatedEventId: string;
  readonly postedEventId: string;
  readonly claim: string | null;
};

const REFUSALS = {
  ...ACCOUNT_REFUSALS,
  MESSAGE_NOT_FOUND: openMessageRefusals('messageId').MESSAGE_NOT_FOUND,
  NOT_LOCKED: notLocked,
  OWN_MESSAGE: ownMessage,
  READ_ONLY: openMessageRefusals('messageId').READ_ONLY,
  REQUEST: openMessageRefusals('messageId').REQUEST,
  REQUESTED: openMessageRefusals('messageId').REQUESTED,
  CLOSED: openMessageRefusals('messageId').CLOSED,
  PRICE_CHANGED: ({ currentPriceCoins = 0 }: RefusalDetails) => priceChanged(currentPriceCoins),
  INSUFFICIENT_COINS: ({ requiredCoins = 0, availableCoins = 0 }: RefusalDetails) =>
    insufficientCoins({ requiredCoins, availableCoins }),
  KEY_IN_BOOKS: () =>
    new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key is in the books already: use a new key.', {
      path: ['idempotencyKey'],
    }),
  OWN_LIMIT: ownLimitPassed(['expectedPriceCoins']),
};

/** Whether the buyer has the message already, as the statement sees it or as it is once their coins are locked. */
const hasItSql = sql<boolean>`(coalesce(message.was_bought, false) or coalesce(spender.has_bought, false))`;

function unlessBought(refused: RefusedIf): RefusedIf {
  const { condition, details } = 'condition' in refused ? refused : { condition: refused, details: {} };
  return { condition: sql`not ${hasItSql} and ${condition}`, details };
}

/**
 * Selects the message with its price, and whether it can be bought. A lock on it, which those of other buyers pass, keeps it from being deleted.
 */
const offeredSql = (unlock: Parameters<NewUnlock>): RawBuilder<unknown> => sql`
  select found.id, found.conversation_id, found.seq, found.sender_id, found.members_version, found.send_refusal, l.price_coins,
    found.is_available and kept.id is not null and exists (
      select from users u where u.id = found.sender_id and u.state <> 'DELETED') as is_available,
    exists (
      select from message_purchases p where p.message_id = found.id and p.buyer_id = ${unlock.buyerId}::uuid and p.state = 'PAID'
    ) as was_bought
  from (${openMessageRowSql(
    { id: unlock.buyerId, now: unlock.now },
    { messageId: unlock.messageId, requestMessages: unlock.requestMessages },
  )}) found
  left join message_locks l on l.message_id = found.id
  left join lateral (
    select m.id from messages m where m.id = found.id and m.deleted_at is null for key share
  ) kept on true`;

/** Each reads from the one before it: the coins are locked once the message can be bought, and what was bought is read once they are. */
function judgedSql(
  unlock: Parameters<NewUnlock>,
  refusal: RefusalSql<keyof typeof REFUSALS>,
): RawBuilder<unknown> {
  const buyer = { id: unlock.buyerId, now: unlock.now };
  const price = sql<number>`${unlock.expectedPriceCoins}::integer`;
  const { READ_ONLY, REQUEST, REQUESTED, CLOSED } = openMessageRefusedIf;
  return sql`
    select ${buyer.id}::uuid as spender_id, message.*, own.*, spender.newest_transaction_id, ${hasItSql} as has_it, ${refusal(
      {
        ...accountRefusedIf,
        MESSAGE_NOT_FOUND: openMessageRefusedIf.MESSAGE_NOT_FOUND,
        NOT_LOCKED: sql`message.price_coins is null`,
        OWN_MESSAGE: sql`message.sender_id = ${buyer.id}::uuid`,
        READ_ONLY: unlessBought(READ_ONLY),
        REQUEST: unlessBought(REQUEST),
        REQUESTED: unlessBought(REQUESTED),
        CLOSED: unlessBought(CLOSED),
        PRICE_CHANGED: unlessBought({
          condition: sql`message.price_coins <> ${price}`,
          details: { currentPriceCoins: sql`message.price_coins` },
        }),
        INSUFFICIENT_COINS: unlessBought({
          condition: sql`${price} > own.available`,
          details: { requiredCoins: price, availableCoins: sql`own.available` },
        }),
        KEY_IN_BOOKS: unlessBought(sql`spender.is_key_used`),
        OWN_LIMIT: unlessBought({
          condition: sql`${passedLimitSql(price)} is not null`,
          details: { constraint: passedLimitSql(price) },
        }),
      },
    )} as refusal
    from (${accountStandingSql(buyer, 'PURCHASING')}) account
    left join (${offeredSql(unlock)}) message on true
    left join lateral (
      select locked.*, coalesce(coins + promo_coins, 0) as available,
        -- The time at which the coins were locked, by the clock of the write.
        case when coins_id is not null then ${buyer.now}::timestamptz + (clock_timestamp() - statement_timestamp()) end as bought_at
      from (${lockedCoinsSql(
        buyer.id,
        sql`account.state = 'ACTIVE' and account.restriction is null and message.send_refusal is null and message.is_available
          and message.sender_id <> ${buyer.id}::uuid and message.price_coins = ${price} and not message.was_bought`,
      )}) locked
    ) own on true
    left join lateral (
      select b.* from buyer_by_now(${buyer.id}::uuid, message.id, ${unlock.key}::text, own.bought_at) b
      where own.bought_at is not null
    ) spender on true`;
}

/**
 * Buys the content of a message that the buyer sees, from coins that they have; what they have bought already costs nothing. What
 * has to be read after the lock on their coins is read by a function, with a snapshot of its own.
 */
export const writeUnlock = defineWrite(
  REFUSALS,
  (unlock: Parameters<NewUnlock>, refusal): WriteParts<{ readonly messageId: string }> => {
    return {
      steps: sql`
        judged as materialized (
          ${judgedSql(unlock, refusal)}
        ), ${claimedSql(unlock.claim)}, allowed as materialized (
          select * from judged where refusal is null and not has_it and ${isFirstSql(unlock.claim)}
        ), ${spendingSql(sql`allowed`, {
          type: 'MESSAGE_UNLOCKED',
          amountCoins: unlock.expectedPriceCoins,
          to: 'SALES_IN_FLIGHT',
          transferId: unlock.transferId,
          key: unlock.key,
          transactionId: unlock.transactionId,
          newestTransactionId: sql`newest_transaction_id`,
          counterpartyId: sql`sender_id`,
          addedTo: { transactionId: sql`null::uuid`, transferId: sql`null::uuid` },
          at: sql`bought_at`,
        })}, bought as (
          insert into message_purchases (id, message_id, buyer_id, seller_id, price_coins, fee_bps, state, created_at)
          select ${unlock.transferId}::uuid, id, spender_id, sender_id, price_coins, ${unlock.feeBps}::smallint, 'PAID', bought_at
          from spent
          returning message_id, buyer_id, seller_id, price_coins
        ), written as materialized (
          select bought.*, spent.conversation_id, spent.seq, spent.members_version, spent.transaction_id
          from bought join spent on spent.id = bought.message_id
        )`,
      events: [
        eventSql(messageUnlocked, {
          id: unlock.unlockedEventId,
          payload: {
            messageId: sql`message_id`,
            conversationId: sql`conversation_id`,
            buyerId: sql`buyer_id`,
            sellerId: sql`seller_id`,
            priceCoins: sql`price_coins`,
          },
        }),
        eventSql(messageUpdated, {
          id: unlock.updatedEventId,
          payload: {
            messageId: sql`message_id`,
            conversationId: sql`conversation_id`,
            seq: sql`seq`,
            membersVersion: sql`members_version`,
            changes: sql`'["UNLOCKED"]'::jsonb`,
          },
          recipients: sql`array[buyer_id, seller_id]`,
        }),
        eventSql(coinsPosted, {
          id: unlock.postedEventId,
          payload: { transactionId: sql`transaction_id` },
          recipients: sql`array[buyer_id]`,
        }),
      ],
      row: sql`
        select judged.id as "messageId" from judged where judged.refusal is null and ${isFirstSql(unlock.claim)}`,
    };
  },
);
