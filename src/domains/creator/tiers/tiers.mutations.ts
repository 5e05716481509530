import type { Types } from '#platform/graphql/builder.ts';
import { builder } from '#platform/graphql/builder.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import {
  archiveSubscriptionTier,
  createSubscriptionTier,
  reorderSubscriptionTiers,
  updateSubscriptionTier,
} from './tier-changes.service.ts';
import { isHidingAlone } from './tiers.policy.ts';
import { SubscriptionTierRef, TierIntervalRef } from './tiers.schema.ts';
import { ownTiers, visibleTier } from './tiers.service.ts';

const TIER_BUDGET = { points: 100, windowSeconds: 86_400, per: 'user' } as const;

const MoneyInputRef = builder.inputType('MoneyInput', {
  description: 'An amount of money.',
  fields: (t) => ({
    amountMinor: t.int({
      required: true,
      description: 'The amount in the smallest unit of the currency by ISO 4217, such as cents.',
    }),
    currency: t.string({ required: true, description: 'The currency as ISO 4217, such as `EUR`.' }),
  }),
});

const TITLE =
  'The title, 1 to {tierTitleLength} characters on one line. No text may contain the number of a card.';
const PRICE_COINS = 'Price of a period in coins, 1 to {tierPriceCoins}.';

const offerFields = (t: PothosSchemaTypes.InputFieldBuilder<Types, 'InputObject'>) => ({
  description: t.string({ description: 'The description, at most {tierDescriptionLength} characters.' }),
  perks: t.stringList({
    description:
      'Perks of members: at most {tierPerks} lines of 1 to {tierPerkLength} characters, in their order.',
  }),
  imageMediaId: t.idOf('media', { description: 'An image of the caller that is READY.' }),
  price: t.field({
    type: MoneyInputRef,
    description:
      'Price of a period by card, in a currency in which coins are sold: at least what its coins cost, and within what the provider of payments charges. A refusal names the bound. Without it members pay in coins alone.',
  }),
  interval: t.field({ type: TierIntervalRef, description: 'Length of a period. MONTH in a new tier.' }),
  trialDays: t.int({
    description: 'Days before the first payment, 0 to {tierTrialDays}. 0 in a new tier.',
  }),
  memberLimit: t.int({
    description:
      'Number of members that the tier takes, 1 to {tierMembers}; null for no bound. Members beyond a new bound stay.',
  }),
  isShown: t.boolean({
    description:
      'Whether the tier is on offer: true makes it ACTIVE; false makes an ACTIVE one HIDDEN, and leaves a DRAFT as it is. False in a new tier.',
  }),
  retryToken: t.string({
    description: 'Token of a MODERATION_NUDGE, with which the author insists on the same texts. Optional.',
  }),
});

const NUDGE = 'MODERATION_NUDGE when a machine takes a text for something that may hurt.';

idempotentMutationField('createSubscriptionTier', {
  description:
    'Adds a tier after the others of the caller, as a DRAFT unless it is shown. Fails with LIMIT_REACHED at {tiers} tiers that are not archived.',
  refusals: NUDGE,
  access: 'user',
  restriction: 'MONETISATION',
  budget: TIER_BUDGET,
  input: (t) => ({
    title: t.string({ required: true, description: TITLE }),
    priceCoins: t.int({ required: true, description: PRICE_COINS }),
    level: t.int({
      description:
        'Level, 1 to 100, which never changes and which no other tier of the caller has, archived ones among them. Defaults to the next above all others.',
    }),
    ...offerFields(t),
  }),
  payload: { tier: { type: SubscriptionTierRef, description: 'The new tier.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => createSubscriptionTier(ctx, input, key),
  show: async (ctx, id) => ({ tier: await visibleTier(ctx, id) }),
});

mutationField('updateSubscriptionTier', {
  description:
    'Changes a tier of the caller; what is omitted stays. A change of what it promises or costs makes a new version, and members keep theirs. Fails with INVALID_STATE for an archived tier.',
  refusals: `CONFLICT when the tier has another version than \`expectedVersion\`; ${NUDGE}`,
  access: 'user',
  restriction: 'MONETISATION',
  budget: TIER_BUDGET,
  input: (t) => ({
    tierId: t.idOf('tier', { required: true, description: 'The tier.' }),
    expectedVersion: t.int({ required: true, description: 'The version that the caller has seen.' }),
    title: t.string({ description: TITLE }),
    priceCoins: t.int({ description: PRICE_COINS }),
    ...offerFields(t),
  }),
  takesBack: (input) => isHidingAlone(input),
  payload: { tier: { type: SubscriptionTierRef, description: 'The tier.' } },
  resolve: async (ctx, input) => ({ tier: await updateSubscriptionTier(ctx, input) }),
});

mutationField('archiveSubscriptionTier', {
  description:
    'Takes a tier of the caller off the offer for good; its level stays taken. Succeeds without a change for an archived one.',
  access: 'user',
  restriction: null,
  budget: TIER_BUDGET,
  input: (t) => ({ tierId: t.idOf('tier', { required: true, description: 'The tier.' }) }),
  payload: { tier: { type: SubscriptionTierRef, description: 'The archived tier.' } },
  resolve: async (ctx, input) => ({ tier: await archiveSubscriptionTier(ctx, input) }),
});

mutationField('reorderSubscriptionTiers', {
  description:
    'Puts the tiers of the caller in a new order. Fails with CONFLICT unless each one that is not archived is named once.',
  access: 'user',
  restriction: 'MONETISATION',
  budget: TIER_BUDGET,
  input: (t) => ({
    tierIds: t.idListOf('tier', {
      required: true,
      description: 'All tiers of the caller that are not archived, in their new order.',
    }),
  }),
  payload: {
    tiers: {
      type: [SubscriptionTierRef],
      description: 'The tiers in their order, at most {tiers}.',
      listSize: 'tiers',
    },
  },
  resolve: async (ctx, input) => {
    await reorderSubscriptionTiers(ctx, input);
    return { tiers: await ownTiers(ctx) };
  },
});
