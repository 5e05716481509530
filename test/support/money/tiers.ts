import assert from 'node:assert/strict';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person } from '#test/support/world.ts';

const TIER = `id version level position state title description perks priceCoins price { amountMinor currency }
  interval trialDays memberLimit memberCount isFull`;

const ERRORS = `errors { code path message ... on ValidationError { constraint limit }
  ... on StateError { current allowed } ... on RestrictedError { kind } }`;

const CREATE_TIER = `mutation ($input: CreateSubscriptionTierInput!) {
  createSubscriptionTier(input: $input) { tier { ${TIER} } ${ERRORS} } }`;
const UPDATE_TIER = `mutation ($input: UpdateSubscriptionTierInput!) {
  updateSubscriptionTier(input: $input) { tier { ${TIER} } ${ERRORS} } }`;
const ARCHIVE = `mutation ($id: ID!) { archiveSubscriptionTier(input: { tierId: $id }) { tier { ${TIER} } ${ERRORS} } }`;
const REORDER = `mutation ($ids: [ID!]!) { reorderSubscriptionTiers(input: { tierIds: $ids }) { tiers { ${TIER} } ${ERRORS} } }`;
const LIST = `query ($id: ID!) { subscriptionTiers(userId: $id, first: 50) { nodes { ${TIER} } } }`;

/** Adds a tier on offer, for 100 coins a month unless the input says otherwise. */
export async function createTier(creator: Person, input: object = {}): Promise<Untyped> {
  const given = { title: 'Friends', priceCoins: 100, isShown: true, ...input };
  const { tier, errors } = (await creator.do(CREATE_TIER, { input: given })).createSubscriptionTier;
  assert.deepEqual(errors, [], JSON.stringify(errors));
  return tier;
}

function payloadOf({ data, errors }: Untyped): Untyped {
  assert.equal(errors, undefined, JSON.stringify(errors));
  return Object.values(data)[0];
}

/** @returns the payload, which may be a refusal */
export const updateTier = async (creator: Actor, input: object): Promise<Untyped> =>
  payloadOf(await creator.ask(UPDATE_TIER, { input }));

/** @returns the payload */
export const archiveTier = async (creator: Actor, id: string): Promise<Untyped> =>
  payloadOf(await creator.ask(ARCHIVE, { id }));

/** @returns the payload, which may be a refusal */
export const reorderTiers = async (creator: Actor, ids: readonly string[]): Promise<Untyped> =>
  payloadOf(await creator.ask(REORDER, { ids }));

/** The tiers that somebody sees of a creator, or null. */
export const tiersOf = async (viewer: Actor, creator: Person): Promise<Untyped[] | null> =>
  (await viewer.do(LIST, { id: creator.id })).subscriptionTiers?.nodes ?? null;

/** Offers a tier in two versions, with an image; each text has the word. */
export async function offerTiers(person: Person, word: string): Promise<void> {
  const { id: imageMediaId } = await uploaded(person, await smallPicture(), { altText: `Tier ${word}` });
  const offered = { title: `Title ${word}`, description: `Description ${word}`, perks: [`Perk ${word}`] };
  const { id: tierId } = await createTier(person, { ...offered, imageMediaId });
  await updateTier(person, { tierId, expectedVersion: 1, title: `Second ${word}` });
}
