import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType, NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import {
  adminArchiveCoinPackage,
  adminCreateCoinPackage,
  adminGetCoinPackages,
  adminReorderCoinPackages,
  adminUpdateCoinPackage,
  coinPackages,
  findAnyPackage,
  findCoinPackage,
} from './coin-packages.service.ts';
import type { CoinOffer, CoinPackage } from './coin-packages.types.ts';
import { PackageRequestRef } from './package-requests.schema.ts';
import { findPackageRequest } from './package-requests.service.ts';

type Money = { readonly amountMinor: number; readonly currency: string };

export const MoneyRef = builder.objectRef<Money>('Money').implement({
  description: 'An amount of money.',
  fields: (t) => ({
    amountMinor: t.exposeInt('amountMinor', {
      description: 'The amount in the smallest unit of the currency by ISO 4217, such as cents.',
    }),
    currency: t.exposeString('currency', { description: 'The currency as ISO 4217, such as `EUR`.' }),
  }),
});

const priceOf = ({ priceMinor, currency }: CoinOffer): Money => ({ amountMinor: priceMinor, currency });

const CoinPackageRef = builder.objectRef<CoinPackage>('CoinPackage').implement({
  description: 'Coins that can be bought together.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `coinpackage_…`.',
      resolve: ({ id }) => toGlobalId('coinpackage', id),
    }),
    version: t.exposeInt('version', { description: 'Version of the offer: any change makes a new one.' }),
    coins: t.exposeFloat('coins', { description: 'Coins that are paid for.' }),
    bonusCoins: t.exposeFloat('bonusCoins', { description: 'Promotional coins that are given in addition.' }),
    totalCoins: t.float({
      description: 'All coins of the package.',
      resolve: ({ coins, bonusCoins }) => coins + bonusCoins,
    }),
    price: t.field({ type: MoneyRef, description: 'The price.', resolve: priceOf }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer ends. Null if it has no end.',
      resolve: ({ endsAt }) => endsAt,
    }),
    maxPerUser: t.exposeInt('maxPerUser', {
      nullable: true,
      description: 'Number of times that a user can buy it. Null if it has no bound.',
    }),
  }),
});

nodeType(CoinPackageRef, 'coinpackage', findCoinPackage);

builder.queryField('coinPackages', (t) =>
  t.field({
    type: [CoinPackageRef],
    nullable: true,
    description: 'Coin packages that can be bought now, in their order, at most {coinPackages}.',
    access: 'anyone',
    extensions: listSize('coinPackages'),
    resolve: (_root, _args, ctx) => coinPackages(ctx),
  }),
);

const AdminCoinPackageRef = builder.objectRef<CoinPackage>('AdminCoinPackage').implement({
  description: 'A coin package as admins see it, with its newest version.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('coinpackage', id),
    }),
    version: t.exposeInt('version', { description: 'Number of the newest version.' }),
    coins: t.exposeFloat('coins', { description: 'Coins that are paid for.' }),
    bonusCoins: t.exposeFloat('bonusCoins', { description: 'Promotional coins that are given in addition.' }),
    price: t.field({ type: MoneyRef, description: 'The price.', resolve: priceOf }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer begins. Null if it has begun.',
      resolve: ({ startsAt }) => startsAt,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer ends. Null if it has no end.',
      resolve: ({ endsAt }) => endsAt,
    }),
    maxPerUser: t.exposeInt('maxPerUser', {
      nullable: true,
      description: 'Number of times that a user can buy it. Null if it has no bound.',
    }),
    position: t.exposeInt('position', { description: 'Place among the packages that are not archived.' }),
    archivedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was archived. Null if it is not.',
      resolve: ({ archivedAt }) => archivedAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was created.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

adminNodeType(AdminCoinPackageRef, 'coinpackage', { permission: 'COINS_READ' }, findAnyPackage);

listField('adminGetCoinPackages', {
  connection: connectionType('AdminCoinPackage', AdminCoinPackageRef, {
    description: 'Coin packages, newest first.',
  }),
  description: 'All coin packages, archived ones among them, newest first.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetCoinPackages(ctx, page),
});

builder.objectField(PackageRequestRef, 'price', (t) =>
  t.field({ type: MoneyRef, description: 'The price.', resolve: priceOf }),
);

const MANAGE = { permission: 'COINS_MANAGE' } as const;
const COINS = 'Coins that are paid for, 1 to {coinPackageCoins}.';
const BONUS = 'Promotional coins that are given in addition, 0 to {coinPackageCoins}';
const PRICE =
  'The price in the smallest unit of the currency by ISO 4217, within what the provider of payments charges in it: a refusal names the bound.';
const CURRENCY = 'The currency as ISO 4217, such as `EUR`, which the provider of payments has to charge.';
const FROM = 'Time at which the offer begins; null for at once.';
const UNTIL = 'Time at which the offer ends, after its beginning; null for never.';
const PER_USER = 'Number of times that a user can buy it, 1 to 1000000; null for no bound.';

idempotentMutationField('adminCreateCoinPackage', {
  description:
    'Adds a coin package after the others. One whose coins for the price are not usual in its currency waits {otherAdminHours} hours for `adminApproveCoinPackage` by another admin. Fails with LIMIT_REACHED past {coinPackages} open ones, and {coinPackageRequestsPending} of the admin that wait.',
  access: MANAGE,
  restriction: null,
  idempotencyKey: 'optional',
  input: (t) => ({
    coins: t.int({ required: true, description: COINS }),
    bonusCoins: t.int({ description: `${BONUS}; 0 when omitted.` }),
    priceMinor: t.int({ required: true, description: PRICE }),
    currency: t.string({ required: true, description: CURRENCY }),
    startsAt: t.field({ type: 'DateTime', description: FROM }),
    endsAt: t.field({ type: 'DateTime', description: UNTIL }),
    maxPerUser: t.int({ description: PER_USER }),
  }),
  payload: {
    package: {
      type: AdminCoinPackageRef,
      description: 'The package. Null while it waits for another admin.',
    },
    request: { type: PackageRequestRef, description: 'The request of another admin. Null if it needs none.' },
  },
  act: (ctx, input, key) => adminCreateCoinPackage(ctx, input, key),
  show: async (ctx, id: string) => ({
    package: await findAnyPackage(ctx, id),
    request: await findPackageRequest(ctx, id),
  }),
});

mutationField('adminUpdateCoinPackage', {
  description:
    'Adds a version to a coin package; what was bought stays as it was, fields that are omitted too. An unusual rate waits as in `adminCreateCoinPackage`; CONFLICT when another one waits. Fails with INVALID_STATE for an archived package.',
  access: MANAGE,
  restriction: null,
  input: (t) => ({
    packageId: t.idOf('coinpackage', { required: true, description: 'The package.' }),
    coins: t.int({ description: COINS }),
    bonusCoins: t.int({ description: `${BONUS}.` }),
    priceMinor: t.int({ description: PRICE }),
    currency: t.string({ description: CURRENCY }),
    startsAt: t.field({ type: 'DateTime', description: FROM }),
    endsAt: t.field({ type: 'DateTime', description: UNTIL }),
    maxPerUser: t.int({ description: PER_USER }),
  }),
  payload: {
    package: { type: AdminCoinPackageRef, description: 'The package as it is on offer.' },
    request: { type: PackageRequestRef, description: 'The request of another admin. Null if it needs none.' },
  },
  resolve: async (ctx, input) => {
    const { package: updated, requestId } = await adminUpdateCoinPackage(ctx, input);
    return {
      package: updated,
      request: requestId === null ? null : await findPackageRequest(ctx, requestId),
    };
  },
});

mutationField('adminArchiveCoinPackage', {
  description: 'Takes a coin package off the offer for good. Succeeds without a change if it is archived.',
  access: MANAGE,
  restriction: null,
  input: (t) => ({
    packageId: t.idOf('coinpackage', { required: true, description: 'The package.' }),
  }),
  payload: { package: { type: AdminCoinPackageRef, description: 'The package.' } },
  resolve: async (ctx, { packageId }) => ({ package: await adminArchiveCoinPackage(ctx, packageId) }),
});

mutationField('adminReorderCoinPackages', {
  description:
    'Puts the coin packages in a new order. Fails with CONFLICT unless each one that is not archived is named once.',
  access: MANAGE,
  restriction: null,
  input: (t) => ({
    packageIds: t.idListOf('coinpackage', {
      required: true,
      description: 'All packages that are not archived, in their new order.',
    }),
  }),
  payload: {
    packages: {
      type: [AdminCoinPackageRef],
      description: 'The packages in their order, at most {coinPackages}.',
      listSize: 'coinPackages',
    },
  },
  resolve: async (ctx, { packageIds }) => ({ packages: await adminReorderCoinPackages(ctx, packageIds) }),
});
