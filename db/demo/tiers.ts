import { createSubscriptionTier } from '#domains/creator/tiers/tier-changes.service.ts';
import type { UserContext } from '#platform/request/context.ts';
import { RESIDENTS } from './people.ts';

type DemoTier = Omit<Parameters<typeof createSubscriptionTier>[1], 'price'> & {
  readonly creator: string;
  /** Price by card in EUR; null for coins alone. */
  readonly cents: number | null;
};

const [, second = '', third = ''] = RESIDENTS.map(({ username }) => username);

/** Of the second and third person, in their order. */
export const DEMO_TIERS: readonly DemoTier[] = [
  {
    creator: second,
    title: 'Front row',
    description: 'A recording of every Thursday, the morning after.',
    perks: ['Recordings of each Thursday', 'Set lists'],
    priceCoins: 300,
    cents: 299,
    trialDays: 7,
  },
  {
    creator: second,
    title: 'Rehearsal room',
    perks: ['All of Front row', 'Rehearsals, mistakes included', 'Sheet music'],
    priceCoins: 800,
    cents: 799,
  },
  {
    creator: second,
    title: 'Bass lesson',
    description: 'One lesson a month, by call.',
    perks: ['All of Rehearsal room', 'A lesson of 45 minutes'],
    priceCoins: 4_000,
    cents: 3_999,
    memberLimit: 2,
  },
  {
    creator: third,
    title: 'Studio notes',
    perks: ['Glaze recipes', 'Pictures from the kiln'],
    priceCoins: 250,
    cents: 249,
  },
  {
    creator: third,
    title: 'A cup a year',
    description: 'Everything of Studio notes, and a cup at the end of the year.',
    perks: ['All of Studio notes', 'A cup by post'],
    priceCoins: 6_000,
    cents: null,
    interval: 'YEAR',
  },
  {
    creator: third,
    title: 'At the wheel',
    perks: ['All of Studio notes', 'A Saturday in the studio'],
    priceCoins: 5_000,
    cents: 4_999,
    memberLimit: 1,
  },
];

/** Offers a tier of the user of the context. */
export const offerTier = (ctx: UserContext, { creator: _creator, cents, ...tier }: DemoTier) =>
  createSubscriptionTier(
    ctx,
    { ...tier, price: cents === null ? null : { amountMinor: cents, currency: 'EUR' }, isShown: true },
    null,
  );
