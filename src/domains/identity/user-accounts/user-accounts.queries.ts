import { type RawBuilder, sql } from 'kysely';
import { anyOf } from '#platform/db/any-of.ts';
import type { Db } from '#platform/db/database.ts';
import { FIRST_ID, type ListRequest, type TimeKey } from '#platform/db/keyset.ts';
import type { UserAccount, UserAccountFilter, UserAccountOrder } from './user-accounts.types.ts';

const ACCOUNT_COLUMNS = sql.raw(`
  u.id, u.email, u.is_email_verified as "isEmailVerified", u.username, u.display_name as "displayName", u.bio,
  u.avatar_media_id as "avatarMediaId", u.cover_media_id as "coverMediaId", u.state, u.is_private as "isPrivate",
  u.is_discoverable as "isDiscoverable", u.requires_sign_in as "requiresSignIn", u.post_count as "postCount",
  u.follower_count as "followerCount", u.following_count as "followingCount", u.created_at as "createdAt",
  u.updated_at as "updatedAt", u.deletion_due_at as "deletionDueAt"`);

const TIME_OF_ORDER: Readonly<Record<UserAccountOrder, RawBuilder<Date>>> = {
  NEWEST: sql`u.created_at`,
  LAST_UPDATED: sql`u.updated_at`,
};

type AskedAccounts = UserAccountFilter & { readonly order: UserAccountOrder; readonly now: Date };

/** Latest first by the time of the order, one more than the page. Its keys are read first, for which indexes are enough. */
export async function listAccounts(
  db: Db,
  asked: AskedAccounts,
  request: ListRequest<TimeKey>,
): Promise<UserAccount[]> {
  const found = foundBySearch(asked) ?? foundByBadge(asked);
  const { rows } = await sql<UserAccount>`
    ${found ? sql`with found as materialized (${found.rows} limit ${sql.lit(found.max + 1)})` : sql``}
    select ${ACCOUNT_COLUMNS} from (${keysSql(asked, request, found)}) listed join users u on u.id = listed.id
    order by listed.at desc, listed.id desc`.execute(db);
  return rows;
}

/** Accounts that fulfil a condition, read by its own index up to a number, each once or more. */
type Found = {
  /** Rows of the step `found`. */
  readonly rows: RawBuilder<unknown>;
  /** The `id` and `at` of these rows. */
  readonly keys: RawBuilder<unknown>;
  readonly max: number;
  /** The condition. */
  readonly holds: RawBuilder<boolean>;
};

/** Keys of a page. What is found completely is sorted; where it is too much, a walk in the order meets enough of it soon. */
function keysSql(
  asked: AskedAccounts,
  { from, limit }: ListRequest<TimeKey>,
  found: Found | null,
): RawBuilder<unknown> {
  const at = TIME_OF_ORDER[asked.order];
  const [fromMs, fromId] = startOf(asked, from);
  const key = sql`(${new Date(fromMs)}::timestamptz, ${fromId}::uuid)`;
  const conditions = conditionsOf(asked);
  // As a literal, since a plan that is kept would expect another one.
  const size = sql.lit(limit + 1);
  const walk = (more: readonly RawBuilder<unknown>[]): RawBuilder<unknown> => sql`
    select u.id, ${at} as at from users u where ${allOf([sql`(${at}, u.id) < ${key}`, ...conditions, ...more])}
    order by ${at} desc, u.id desc limit ${size}`;
  if (!found) return walk([]);
  const isTooMuch = sql`exists (select from found offset ${sql.lit(found.max)})`;
  return sql`
    (select f.id, f.at from (
      select distinct at, id from (${found.keys}) keys where (at, id) < ${key} order by at desc, id desc
    ) f cross join lateral (
      -- A fence: a look-up for each key in its order, up to the page, and no join of all.
      select from users u where ${allOf([sql`u.id = f.id`, ...conditions])} offset 0
    ) u
    where not ${isTooMuch} order by f.at desc, f.id desc limit ${size})
    union all (${walk([found.holds, isTooMuch])})`;
}

const allOf = (conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> =>
  sql.join(conditions, sql` and `);

/** Where a page begins: the index of an order by registration is not read from its end to `createdBefore`. */
function startOf({ order, createdBefore }: AskedAccounts, from: TimeKey): TimeKey {
  const isBounded = order === 'NEWEST' && createdBefore !== null && createdBefore.getTime() <= from[0];
  return isBounded ? [createdBefore.getTime(), FIRST_ID] : from;
}

/** All conditions but those by which accounts are found. */
function conditionsOf(asked: AskedAccounts): RawBuilder<unknown>[] {
  const { search, state, isSuspended, hasBadge, createdFrom, createdBefore, updatedAfter, now } = asked;
  const suspended = sql`(u.suspended_until is not null and u.suspended_until > ${now}::timestamptz)`;
  const isFoundByBadge = hasBadge && foundBySearch(asked) === null;
  return [
    search && 'id' in search ? sql`u.id = ${search.id}::uuid` : null,
    // As a literal: the index of accounts that are not ACTIVE serves no parameter.
    state === null ? null : sql`u.state = ${sql.lit(state)}`,
    isSuspended === null ? null : isSuspended ? suspended : sql`not ${suspended}`,
    hasBadge === null || isFoundByBadge ? null : hasBadge ? badgedSql(now) : sql`not ${hasBadgeSql(now)}`,
    createdFrom && sql`u.created_at >= ${literalTime(createdFrom)}`,
    createdBefore && sql`u.created_at < ${literalTime(createdBefore)}`,
    updatedAfter && sql`u.updated_at > ${literalTime(updatedAfter)}`,
  ].filter((condition) => condition !== null);
}

/** As a literal: a plan that is kept for all times would walk all accounts where those of a time are few. */
const literalTime = (time: Date): RawBuilder<Date> => sql`${sql.lit(time.toISOString())}::timestamptz`;

/** As many are sorted in some 20 ms, and a walk past a million accounts meets a page of more in less. */
const FOUND_BY_SEARCH_MAX = 20_000;
/** Fewer, since each one is looked up for its times. */
const FOUND_BY_BADGE_MAX = 1_000;

/** Compares greater than each character of a name or an address. */
const LAST_CHARACTER = '\u{10ffff}';

function foundBySearch({ search, order }: AskedAccounts): Found | null {
  if (search === null || 'id' in search) return null;
  const at = TIME_OF_ORDER[order];
  const begins = (text: RawBuilder<unknown>): RawBuilder<boolean> => sql`(
    ${text} ~>=~ ${search.beginning}::text and ${text} ~<~ ${search.beginning + LAST_CHARACTER}::text)`;
  const byUsername = begins(sql`u.username`);
  const byEmail = begins(sql`lower(u.email)`);
  const byFormer = begins(sql`h.username`);
  return {
    rows: sql`
      select u.id, ${at} as at from users u where ${byUsername}
      union all select u.id, ${at} from users u where ${byEmail}
      union all select u.id, ${at} from username_history h join users u on u.id = h.user_id where ${byFormer}`,
    keys: sql`select id, at from found`,
    max: FOUND_BY_SEARCH_MAX,
    holds: sql`(${byUsername} or ${byEmail} or u.id in (select h.user_id from username_history h where ${byFormer}))`,
  };
}

function foundByBadge({ hasBadge, order, now }: AskedAccounts): Found | null {
  if (!hasBadge) return null;
  return {
    rows: sql`select b.user_id from badges b where ${inForceSql(now)}`,
    keys: sql`select u.id, ${TIME_OF_ORDER[order]} as at from found f join users u on u.id = f.user_id`,
    max: FOUND_BY_BADGE_MAX,
    holds: badgedSql(now),
  };
}

const inForceSql = (now: Date): RawBuilder<boolean> =>
  sql`b.revoked_at is null and (b.expires_at is null or b.expires_at > ${now}::timestamptz)`;

const hasBadgeSql = (now: Date): RawBuilder<boolean> =>
  sql`exists (select from badges b where b.user_id = u.id and ${inForceSql(now)})`;

/** Without `is true` each account of a walk would be looked up among the badges; so they are hashed once. */
const badgedSql = (now: Date): RawBuilder<boolean> => sql`${hasBadgeSql(now)} is true`;

export async function listAccountsByIds(db: Db, ids: readonly string[]): Promise<UserAccount[]> {
  const { rows } = await sql<UserAccount>`
    select ${ACCOUNT_COLUMNS} from users u where u.id = ${anyOf(ids)}`.execute(db);
  return rows;
}
