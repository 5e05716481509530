import { type RawBuilder, sql } from 'kysely';
import {
  ACCOUNT_REFUSALS,
  accountRefusedIf,
  accountStandingSql,
} from '#domains/foundation/visibility/restrictions.policy.ts';
import {
  activeUserSql,
  type ViewerSql,
  visibleCommentSql,
  visibleMessageSql,
  visiblePostSql,
  visibleUserSql,
} from '#domains/foundation/visibility/visibility.policy.ts';
import { privacyAllowsTipSql } from '#domains/graph/privacy/privacy.policy.ts';
import { coinsPosted } from '#domains/money/ledger/ledger.events.ts';
import { insufficientCoins } from '#domains/money/ledger/ledger.policy.ts';
import { type SpendableCoins, spendingSql } from '#domains/money/ledger/spending.service.ts';
import { anyOf } from '#platform/db/any-of.ts';
import { type Parameters, prepared } from '#platform/db/prepared.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import {
  defineWrite,
  eventSql,
  type RefusalDetails,
  type RefusalSql,
  type WriteParts,
} from '#platform/outbox/write.ts';
import { claimedSql, isFirstSql } from '#platform/request/idempotency.ts';
import { PERIODS } from './spending-limits.queries.ts';
import { TARGET_FIELDS, tipNotAllowed, tipToOneself } from './tips.policy.ts';
import { TIP_ROW } from './tips.queries.ts';
import type { Tip, TipTargetKind } from './tips.types.ts';

export const UNDO_SECONDS = 5;

export type NewTip = SpendableCoins & {
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
  readonly newAccountDays: number;
  /** Of the transfer, and of the tip unless it is a tap of another one. */
  readonly transferId: string;
  readonly transactionId: string;
  readonly key: string;
  /** Since when the coins are locked. */
  readonly now: Date;
  readonly eventId: string;
  readonly claim: string | null;
};

type Viewer = { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> };

const NOUNS = { POST: 'Post', COMMENT: 'Comment', USER: 'User', MESSAGE: 'Message' } as const;

/** Selects `receiver_id` for a target that the viewer sees; null for a message of the system. */
const VISIBLE_TARGETS: Readonly<
  Record<TipTargetKind, (viewer: Viewer, id: RawBuilder<string>) => RawBuilder<unknown>>
> = {
  POST: (viewer, id) => sql`
    select p.author_id as receiver_id from posts p join users u on u.id = p.author_id
    where p.id = ${id}::uuid and ${visiblePostSql(viewer)}`,
  COMMENT: (viewer, id) => sql`
    select c.author_id as receiver_id
    from comments c join posts p on p.id = c.post_id join users u on u.id = c.author_id
    where c.id = ${id}::uuid and ${visibleCommentSql(viewer)}
      and exists (select from users u where u.id = p.author_id and ${visiblePostSql(viewer)})`,
  USER: (viewer, id) => sql`
    select u.id as receiver_id from users u where u.id = ${id}::uuid and ${visibleUserSql(viewer)}`,
  MESSAGE: (viewer, id) => sql`
    select m.sender_id as receiver_id from messages m
    join participants me on me.conversation_id = m.conversation_id and me.user_id = ${viewer.id}::uuid
    where m.id = ${id}::uuid and m.deleted_at is null and ${visibleMessageSql(viewer.now)}`,
};

/** Whether the user of the alias `u` takes tips of the viewer, who is somebody else. */
const takesTipsSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  sql`(${activeUserSql(viewer.now)} and ${visibleUserSql(viewer)} and ${privacyAllowsTipSql(viewer)})`;

/** The users among `ids` who take tips of the viewer. */
export const listTipTakers = prepared<
  { ids: readonly string[]; viewerId: string; now: Date },
  { readonly id: string }
>((db, { ids, viewerId, now }) =>
  sql<{ readonly id: string }>`
    select u.id from users u
    where u.id = ${anyOf(ids)} and u.id <> ${viewerId}::uuid and ${takesTipsSql({ id: viewerId, now })}`.compile(
    db,
  ),
);

const refusalsFor = (kind: TipTargetKind) => ({
  ...ACCOUNT_REFUSALS,
  TARGET_NOT_FOUND: () => notFound(NOUNS[kind], ['target', TARGET_FIELDS[kind]]),
  OWN_TARGET: tipToOneself,
  NOT_ALLOWED: tipNotAllowed,
  INSUFFICIENT_COINS: ({ requiredCoins = 0, availableCoins = 0 }: RefusalDetails) =>
    insufficientCoins({ requiredCoins, availableCoins }),
  KEY_IN_BOOKS: () =>
    new AppError('IDEMPOTENCY_KEY_REUSED', 'This idempotency key is in the books already: use a new key.', {
      path: ['idempotencyKey'],
    }),
  OWN_LIMIT: ({ constraint = '' }: RefusalDetails) =>
    new AppError('LIMIT_REACHED', 'This passes the limit that you have set for your own spending.', {
      path: ['amountCoins'],
      details: { constraint },
    }),
  NEW_ACCOUNT: ({ limit = 0, days = 0 }: RefusalDetails) =>
    new AppError(
      'LIMIT_REACHED',
      `An account gives at most ${limit} coins in 24 hours during its first ${days} days.`,
      { path: ['amountCoins'], details: { limit } },
    ),
});

/** Selects the row of `judged`. */
function judgedSql(
  kind: TipTargetKind,
  tip: Parameters<NewTip>,
  refusal: RefusalSql<keyof ReturnType<typeof refusalsFor>>,
): RawBuilder<unknown> {
  const sender = { id: tip.senderId, now: tip.now };
  const amount = sql<number>`${tip.amountCoins}::integer`;
  const available = sql<number>`(${tip.coins}::integer + ${tip.promoCoins}::integer)`;
  return sql`
    select target.receiver_id, ${refusal({
      ...accountRefusedIf,
      TARGET_NOT_FOUND: sql`target.is_visible is null`,
      OWN_TARGET: sql`target.receiver_id = ${sender.id}::uuid`,
      NOT_ALLOWED: sql`not target.takes_tips`,
      INSUFFICIENT_COINS: {
        condition: sql`${amount} > ${available}`,
        details: { requiredCoins: amount, availableCoins: available },
      },
      KEY_IN_BOOKS: sql`exists (
        select from coin_transfers t
        where t.initiator_id = ${sender.id}::uuid and t.kind = 'TIP_SENT' and t.idempotency_key = ${tip.key})`,
      OWN_LIMIT: {
        condition: sql`own_limit.period is not null`,
        details: { constraint: sql`own_limit.period` },
      },
      NEW_ACCOUNT: {
        condition: sql`${tip.newAccountCoins}::integer is not null and
          ${amount} + coins_spent_since(${sender.id}::uuid, ${sender.now}::timestamptz - interval '1 day') > ${tip.newAccountCoins}::integer`,
        details: {
          limit: sql`${tip.newAccountCoins}::integer`,
          days: sql`${tip.newAccountDays}::integer`,
        },
      },
    })} as refusal
    from (${accountStandingSql(sender, 'TIPPING')}) account
    left join (
      select found.receiver_id, true as is_visible, coalesce(${takesTipsSql(sender)}, false) as takes_tips
      from (${VISIBLE_TARGETS[kind](sender, tip.targetId)}) found left join users u on u.id = found.receiver_id
    ) target on true
    cross join (
      select min(l.period) as period
      from (
        select distinct on (period) period, limit_coins from spending_limits
        where user_id = ${sender.id}::uuid and effective_at <= ${sender.now}::timestamptz
        order by period, effective_at desc
      ) l join ${PERIODS} using (period)
      where ${amount} + coins_spent_since(${sender.id}::uuid, ${sender.now}::timestamptz - p.span) > l.limit_coins
    ) own_limit`;
}

/**
 * Selects and locks the newest tip of the sender, if the tap is of the same kind and nothing else has moved their coins since. One that
 * is being settled is left alone. Neither by its state nor with the limit inside the search: for both the planner would rather
 * read all tips of the last seconds than the sender's.
 */
function tappedSql(kind: TipTargetKind, tip: Parameters<NewTip>): RawBuilder<unknown> {
  const sender = { id: tip.senderId, now: tip.now };
  return sql`
    select t.id as tip_id, t.transaction_id as tip_transaction_id
    from allowed cross join lateral (
      select tip.*, (
        select x.id from coin_transactions x
        where x.user_id = ${sender.id}::uuid and x.balance_after is not null order by x.id desc limit 1
      ) as transaction_id
      from (
        select * from coin_tips
        where sender_id = ${sender.id}::uuid and id >= first_uuid_at(${sender.now}::timestamptz - interval '1 minute') offset 0
      ) tip
      order by tip.id desc limit 1
    ) t
    join coin_transactions x on x.id = t.transaction_id and x.transfer_id = t.id
    join coin_tips held on held.id = t.id and held.state = 'PENDING'
    where t.undoable_until > ${sender.now}::timestamptz and t.target_kind = ${sql.lit(kind)} and t.target_id = ${tip.targetId}::uuid
      and t.is_anonymous = ${tip.isAnonymous}::boolean and t.fee_bps = ${tip.feeBps}::smallint
      and t.amount_coins + ${tip.amountCoins}::integer <= ${tip.tipCoins}::integer and ${tip.message}::text is null
    for no key update of held skip locked`;
}

/**
 * Sends a tip for a target that the sender sees, from coins that they have, or adds a quick tap to their tip before. The coins have been
 * locked by a statement before: so this one sees all that the sender has spent, and no other tip of theirs comes in between.
 */
const tipWrite = (kind: TipTargetKind) =>
  defineWrite(refusalsFor(kind), (tip: Parameters<NewTip>, refusal): WriteParts<Tip> => {
    const sender = { id: tip.senderId, now: tip.now };
    const amount = sql<number>`${tip.amountCoins}::integer`;
    return {
      steps: sql`
        judged as materialized (
          ${judgedSql(kind, tip, refusal)}
        ), ${claimedSql(tip.claim)}, allowed as materialized (
          select * from judged where refusal is null and ${isFirstSql(tip.claim)}
        ), tapped as materialized (
          ${tappedSql(kind, tip)}
        ), ${spendingSql(
          sql`(select * from allowed left join tapped on true) allowed`,
          { userId: sender.id, ...coinsOf(tip) },
          {
            type: 'TIP_SENT',
            amountCoins: tip.amountCoins,
            to: 'TIPS_IN_FLIGHT',
            transferId: tip.transferId,
            key: tip.key,
            transactionId: tip.transactionId,
            counterpartyId: sql`receiver_id`,
            addedTo: { transactionId: sql`tip_transaction_id`, transferId: sql`tip_id` },
            at: tip.now,
          },
        )}, sent as (
          insert into coin_tips (id, sender_id, receiver_id, target_kind, target_id, amount_coins, fee_bps, message, is_anonymous, state,
            undoable_until, created_at)
          select ${tip.transferId}::uuid, ${sender.id}::uuid, receiver_id, ${sql.lit(kind)}, ${tip.targetId}::uuid, ${amount},
            ${tip.feeBps}::smallint, ${tip.message}::text, ${tip.isAnonymous}::boolean, 'PENDING',
            ${sender.now}::timestamptz + ${sql.lit(UNDO_SECONDS)} * interval '1 second', ${sender.now}::timestamptz
          from spent where tip_id is null
          returning *
        ), added_up as (
          update coin_tips t set amount_coins = t.amount_coins + ${amount}
          from spent join added on added.id = spent.transaction_id where t.id = spent.tip_id
          returning t.*
        ), written as materialized (
          select * from sent union all select * from added_up
        )`,
      events: [
        eventSql(coinsPosted, {
          id: tip.eventId,
          payload: { transactionId: sql`(select transaction_id from spent)` },
          recipients: sql`array[sender_id]`,
        }),
      ],
      row: sql`select ${TIP_ROW} from written t`,
    };
  });

const coinsOf = ({ coinsId, promoId, coins, promoCoins }: Parameters<SpendableCoins>) => ({
  coinsId,
  promoId,
  coins,
  promoCoins,
});

export const writeTip = {
  POST: tipWrite('POST'),
  COMMENT: tipWrite('COMMENT'),
  USER: tipWrite('USER'),
  MESSAGE: tipWrite('MESSAGE'),
} satisfies Readonly<Record<TipTargetKind, unknown>>;
