import { createPost } from '#domains/content/posts/publishing.service.ts';
import { renewDue } from '#domains/creator/renewals/renewals.service.ts';
import { subscribeToTier } from '#domains/creator/subscriptions/subscribing.service.ts';
import { cancelSubscription } from '#domains/creator/subscriptions/subscriptions.service.ts';
import { ownTiers } from '#domains/creator/tiers/tiers.service.ts';
import { DAY_MS, HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import { idempotencyKeyOf } from '#platform/request/idempotency.ts';
import { giveCoins } from './coins.ts';
import { RESIDENTS } from './people.ts';
import { contextAt, servicesBefore, type Town } from './town.ts';

/** A member of a tier, by usernames and the tier's title. */
export type DemoMember = {
  readonly username: string;
  readonly creator: string;
  readonly tier: string;
  readonly daysAgo: number;
  /** Coins that they get before, besides those that they have. */
  readonly givenCoins: number;
  /** When the trial was over and the first period due, unless the trial lasts. */
  readonly triedUntilDaysAgo?: number;
  /** When they asked for it to end with the period. */
  readonly canceledDaysAgo?: number;
};

const [first = '', second = '', third = ''] = RESIDENTS.map(({ username }) => username);

/** None is older than the tiers. What is due is due after a trial, whose days are the same in every month. */
export const DEMO_MEMBERS: readonly DemoMember[] = [
  // Paid before the tips that the first person gives.
  {
    ...member(first, second, 'Front row', 8.75),
    triedUntilDaysAgo: 1.75,
  },
  member('freya', second, 'Rehearsal room', 15, 1_600),
  { ...member('bram', second, 'Rehearsal room', 10, 800), canceledDaysAgo: 2 },
  member('victor', second, 'Bass lesson', 8, 8_000),
  { ...member('zuri', second, 'Front row', 7.25), triedUntilDaysAgo: 0.25 },
  member('edith', second, 'Rehearsal room', 4, 1_600),
  member('hana', second, 'Front row', 3),
  member('ines', third, 'Studio notes', 18, 750),
  member('elias.holm', third, 'A cup a year', 16, 6_000),
  member('priya', third, 'At the wheel', 14, 10_000),
  member('samir_k', third, 'Studio notes', 9, 750),
  member('carmen.v', third, 'Studio notes', 6, 500),
];

function member(
  username: string,
  creator: string,
  tier: string,
  daysAgo: number,
  givenCoins = 0,
): DemoMember {
  return { username, creator, tier, daysAgo, givenCoins };
}

/** Posts for members, from a level of the tiers on. */
export const MEMBER_POSTS = [
  {
    author: second,
    text: 'Thursday, second set, for the front row: the slow one, with the radiator on time for once.',
    tierLevel: 1,
    agoMs: 40 * HOUR_MS,
  },
  {
    author: second,
    text: 'From the rehearsal room: eleven minutes of us not agreeing where the bridge begins.',
    tierLevel: 2,
    agoMs: 5.5 * HOUR_MS,
  },
] as const;

/** Posts for members of the author. */
export const postForMembers = (ctx: UserContext, { text, tierLevel }: (typeof MEMBER_POSTS)[number]) =>
  createPost(ctx, { text, visibility: 'SUBSCRIBERS', tierLevel });

/** Lets somebody become a member, and what has come since: the end of the trial with its payment, or a cancelation. */
export async function join(town: Town, demo: DemoMember): Promise<void> {
  const { username, creator, tier: title, daysAgo, givenCoins, triedUntilDaysAgo, canceledDaysAgo } = demo;
  const at = (days: number): UserContext => contextAt(town, username, days * DAY_MS);
  if (givenCoins > 0)
    await giveCoins(contextAt(town, username, daysAgo * DAY_MS + MINUTE_MS), town.tx, givenCoins);
  const tier = (await ownTiers(contextAt(town, creator, daysAgo * DAY_MS))).find(
    (own) => own.title === title,
  );
  if (!tier) throw new Error(`${creator} has no tier "${title}".`);
  const input = { tierId: tier.id, version: tier.version };
  const ctx = at(daysAgo);
  const key = idempotencyKeyOf(ctx, 'subscribeToTier', { ...input, idempotencyKey: `demo-${tier.id}` });
  if (!key) throw new Error('A key is not kept.');
  const { subscriptionId } = await subscribeToTier(ctx, input, key);
  if (triedUntilDaysAgo !== undefined) await renewDue(servicesBefore(town, triedUntilDaysAgo * DAY_MS));
  if (canceledDaysAgo !== undefined) await cancelSubscription(at(canceledDaysAgo), subscriptionId);
}
