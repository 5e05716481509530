import { type RawBuilder, sql } from 'kysely';
import type { AppError } from '#platform/kernel/errors.ts';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';
import type { RefusalDetails, RefusedIf } from '#platform/outbox/write.ts';
import { inactive, restricted } from '#platform/request/restrictions.ts';

type UserSql = {
  readonly id: string | RawBuilder<string>;
  readonly now: Date | RawBuilder<Date>;
};

/**
 * Selects the account standing of a user: its state, and the restriction of `kind` or suspension in force, or null. A suspension
 * takes precedence, and of several restrictions the one that expires last.
 * @param kind an expression where it depends on the row that is judged
 */
export const accountStandingSql = (
  user: UserSql,
  kind: RestrictionKind | RawBuilder<RestrictionKind>,
): RawBuilder<unknown> => sql`
  select u.id, u.state, r.kind as restriction, r.expires_at as restricted_until, r.decision_id
  from users u left join lateral (
    select kind, expires_at, decision_id from restrictions
    where user_id = u.id and kind in (${kindSql(kind)}, 'SUSPENSION') and ${inForceSql(user.now)}
    order by kind = 'SUSPENSION' desc, expires_at desc nulls first limit 1
  ) r on true
  where u.id = ${user.id}::uuid`;

/** Why a write whose `judged` reads `accountStandingSql` as `account` is refused before all else, as by `assertUnrestricted`. */
export const ACCOUNT_REFUSALS = {
  INACTIVE: ({ current = 'DEACTIVATED' }: RefusalDetails) => inactive(current),
  RESTRICTED: (details: RefusalDetails) => restrictedBy(details),
};

/** The error of a restriction that a write has found. */
export const restrictedBy = ({
  kind = 'SUSPENSION',
  expiresAt,
  decisionId = null,
}: RefusalDetails): AppError =>
  restricted({ kind, expiresAt: typeof expiresAt === 'string' ? new Date(expiresAt) : null, decisionId });

export const accountRefusedIf: Readonly<Record<keyof typeof ACCOUNT_REFUSALS, RefusedIf>> = {
  INACTIVE: { condition: sql`account.state <> 'ACTIVE'`, details: { current: sql`account.state` } },
  RESTRICTED: {
    condition: sql`account.restriction is not null`,
    details: {
      kind: sql`account.restriction`,
      expiresAt: sql`account.restricted_until`,
      decisionId: sql`account.decision_id`,
    },
  },
};

const kindSql = (kind: RestrictionKind | RawBuilder<RestrictionKind>): RawBuilder<unknown> =>
  typeof kind === 'string' ? sql.lit(kind) : kind;

export const inForceSql = (now: Date | RawBuilder<Date>): RawBuilder<boolean> =>
  sql`(lifted_at is null and (expires_at is null or expires_at > ${now}::timestamptz))`;
