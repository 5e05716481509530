import { randomUUID } from 'node:crypto';
import { renewDue } from '#domains/creator/renewals/renewals.service.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Actor } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

type TierOptions = {
  readonly level?: number;
  readonly priceCoins?: number;
  /** The price by card in EUR; none by default. */
  readonly priceMinor?: number | null;
  readonly interval?: 'MONTH' | 'YEAR';
  readonly trialDays?: number;
  readonly memberLimit?: number;
};

/** Puts a tier of a creator on offer by its rows, above the others unless its level is given. @returns its global id */
export async function offerTier(
  { connectionString }: Pick<World, 'connectionString'>,
  creator: Pick<Person, 'id' | 'username'>,
  {
    level,
    priceCoins = 100,
    priceMinor = null,
    interval = 'MONTH',
    trialDays = 0,
    memberLimit,
  }: TierOptions = {},
): Promise<string> {
  const id = randomUUID();
  const next = (column: string): string =>
    `(select coalesce(max(${column}), 0) + 1 from subscription_tiers where creator_id = '${uuidOf(creator.id)}')`;
  await runSql(
    connectionString,
    `insert into subscription_tiers (id, creator_id, level, position, state, member_limit, current_version, created_at)
     values ('${id}', '${uuidOf(creator.id)}', ${level ?? next('level')}, ${next('position')}, 'ACTIVE', ${memberLimit ?? 'null'}, 1, now())`,
  );
  await addVersion({ connectionString }, id, {
    version: 1,
    title: `Friends of ${creator.username}`,
    priceCoins,
    priceMinor,
    interval,
    trialDays,
  });
  return toGlobalId('tier', id);
}

const addVersion = (
  { connectionString }: Pick<World, 'connectionString'>,
  tierId: string,
  {
    version,
    title,
    priceCoins,
    priceMinor,
    interval,
    trialDays,
  }: Required<Omit<TierOptions, 'level' | 'memberLimit'>> & {
    version: number;
    title: string;
  },
) =>
  runSql(
    connectionString,
    `insert into subscription_tier_versions (tier_id, version, title, description, perks, price_coins, price_minor, currency, interval, trial_days, created_at)
     values ('${tierId}', ${version}, '${title}', '', '{}', ${priceCoins}, ${priceMinor ?? 'null'}, ${priceMinor === null ? 'null' : "'EUR'"}, '${interval}', ${trialDays}, now());
     update subscription_tiers set current_version = ${version} where id = '${tierId}'`,
  );

/** Gives a tier another price, which its members keep out of until they agree. */
export const reprice = (
  world: World,
  tierId: string,
  version: number,
  { priceCoins, priceMinor = null }: { priceCoins: number; priceMinor?: number | null },
) =>
  addVersion(world, uuidOf(tierId), {
    version,
    title: 'Friends',
    priceCoins,
    priceMinor,
    interval: 'MONTH',
    trialDays: 0,
  });

const FIELDS = `id state tierId version priceCoins periodStart: periodStartsAt periodEnd: periodEndsAt accessEndsAt endsAtPeriodEnd nextTierId nextVersion endReason`;

export type ShownSubscription = {
  readonly id: string;
  readonly state: string;
  readonly tierId: string;
  readonly version: number;
  readonly priceCoins: number;
  readonly periodStart: string;
  readonly periodEnd: string;
  readonly accessEndsAt: string | null;
  readonly endsAtPeriodEnd: boolean;
  readonly nextTierId: string | null;
  readonly nextVersion: number | null;
  readonly endReason: string | null;
};

type Answer = {
  readonly subscription: ShownSubscription | null;
  readonly errors: readonly { readonly code: string }[];
};

const SUBSCRIBE = `mutation ($input: SubscribeToTierInput!) {
  subscribeToTier(input: $input) { subscription { ${FIELDS} } errors { code } } }`;

/** Subscribes with a key of its own, unless one is given; also where it is refused. */
export const subscribeTo = async (person: Actor, tierId: string, input: object = {}): Promise<Answer> =>
  (await person.ask(SUBSCRIBE, { input: { tierId, version: 1, idempotencyKey: randomUUID(), ...input } }))
    .data.subscribeToTier;

/** As `subscribeTo`, where it succeeds. */
export async function subscribed(person: Actor, tierId: string): Promise<ShownSubscription> {
  const { subscription, errors } = await subscribeTo(person, tierId);
  if (!subscription) throw new Error(JSON.stringify(errors));
  return subscription;
}

/** Changes a subscription by the mutation of a name. */
export async function changeBy(
  person: Actor,
  name: 'cancelSubscription' | 'resumeSubscription' | 'acceptSubscriptionPrice',
  input: object,
): Promise<Answer> {
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { subscription { ${FIELDS} } errors { code } } }`;
  return (await person.ask(document, { input })).data[name];
}

const CHANGE = `mutation ($input: ChangeSubscriptionTierInput!) {
  changeSubscriptionTier(input: $input) { subscription { ${FIELDS} } dueCoins effectiveAt errors { code } } }`;

export const changeTier = async (
  person: Actor,
  input: object,
): Promise<Answer & { readonly dueCoins: number | null; readonly effectiveAt: string | null }> =>
  (await person.ask(CHANGE, { input: { version: 1, idempotencyKey: randomUUID(), ...input } })).data
    .changeSubscriptionTier;

/** The subscriptions of a user, newest first. */
export const subscriptionsOf = async (person: Actor, status?: string): Promise<ShownSubscription[]> =>
  (
    await person.do(
      `query ($status: UserSubscriptionState) { mySubscriptions(status: $status) { nodes { ${FIELDS} } } }`,
      { status },
    )
  ).mySubscriptions.nodes;

/** Renews what is due at the time of the world. */
export const renewAll = ({ app: { services } }: World) => renewDue(services);

/** Moves the clock of a world to a time, at which people sign in again. */
export async function moveTo(world: World, at: string | Date, ...people: readonly Person[]): Promise<void> {
  world.clock.advance(new Date(at).getTime() - world.clock.now().getTime());
  for (const person of people) person.token = (await world.signIn(person)).token;
}

/** The members that the tiers of a world count, and those that they have by the subscriptions. */
export const memberCounts = (world: World) =>
  rowsOf<{ counted: number; there: number }>(
    world,
    `select t.member_count as counted, (
       select count(*)::integer from subscriptions s
       where s.state <> 'ENDED' and (s.tier_id = t.id or s.next_tier_id = t.id or exists (
         select from subscription_invoices i
         where i.subscription_id = s.id and i.tier_id = t.id and i.reason = 'UPGRADE' and i.state = 'OPEN'))) as there
     from subscription_tiers t order by t.level`,
  );
