import { type RawBuilder, sql } from 'kysely';
import type { RestrictionKind } from '#platform/kernel/restriction-kinds.ts';

/**
 * Whether an account is active and no restriction of `kind` or suspension of it is in force: `assertUnrestricted`, as a part
 * of a write that judges itself.
 * @param kind an expression where it depends on the row that is judged
 */
export const unrestrictedSql = (
  user: { readonly id: RawBuilder<string>; readonly now: RawBuilder<Date> },
  kind: RestrictionKind | RawBuilder<RestrictionKind>,
): RawBuilder<boolean> => sql`(
  exists (select from users where id = ${user.id}::uuid and state = 'ACTIVE')
  and not exists (select from restrictions where user_id = ${user.id}::uuid and kind in (${typeof kind === 'string' ? sql.lit(kind) : kind}, 'SUSPENSION')
    and ${inForceSql(user.now)}))`;

export const inForceSql = (now: Date | RawBuilder<Date>): RawBuilder<boolean> =>
  sql`(lifted_at is null and (expires_at is null or expires_at > ${now}::timestamptz))`;
