import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { HOUR_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import {
  adminApproveCoinPackage,
  adminGetPendingCoinPackages,
  adminRejectCoinPackage,
  findPackageRequest,
} from './package-requests.service.ts';
import type { PackageRequest, PackageRequestState } from './package-requests.types.ts';

const StateRef = enumType<PackageRequestState>('AdminCoinPackageRequestState', {
  description: 'State of a requested coin package.',
  values: {
    PENDING: 'The request waits for another admin.',
    APPROVED: 'Another admin has put it on offer.',
    REJECTED: 'Another admin has refused it.',
    EXPIRED: 'Nobody has decided about it in time, or the package was changed or archived meanwhile.',
  },
});

export const PackageRequestRef = builder.objectRef<PackageRequest>('AdminCoinPackageRequest').implement({
  description: 'A coin package, or a change of one, that needs another admin, since its rate is unusual.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `coinpackagerequest_…`.',
      resolve: ({ id }) => toGlobalId('coinpackagerequest', id),
    }),
    packageId: t.id({
      description: 'Global id of the package. There is no new package before the request is approved.',
      resolve: ({ packageId }) => toGlobalId('coinpackage', packageId),
    }),
    coins: t.exposeFloat('coins', { description: 'Coins that would be paid for.' }),
    bonusCoins: t.exposeFloat('bonusCoins', {
      description: 'Promotional coins that would be given in addition.',
    }),
    startsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer would begin. Null if at once.',
      resolve: ({ startsAt }) => startsAt,
    }),
    endsAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the offer would end. Null if it has no end.',
      resolve: ({ endsAt }) => endsAt,
    }),
    maxPerUser: t.exposeInt('maxPerUser', {
      nullable: true,
      description: 'Number of times that a user could buy it. Null if it has no bound.',
    }),
    state: t.field({ type: StateRef, description: 'State of the request.', resolve: ({ state }) => state }),
    requestedById: t.id({
      description: 'Global id of the admin who requested it.',
      resolve: ({ requestedBy }) => toGlobalId('admin', requestedBy),
    }),
    decidedById: t.id({
      nullable: true,
      description:
        'Global id of the admin who approved or rejected it. Null while it is pending or has expired.',
      resolve: ({ decidedBy }) => decidedBy && toGlobalId('admin', decidedBy),
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time of the decision. Null when `decidedById` is null.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the request.',
      resolve: ({ createdAt }) => createdAt,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Time at which the request expires unless it is decided.',
      resolve: ({ createdAt }, _args, { limits }) =>
        new Date(createdAt.getTime() + limits.otherAdminHours * HOUR_MS),
    }),
  }),
});

adminNodeType(PackageRequestRef, 'coinpackagerequest', { permission: 'COINS_READ' }, findPackageRequest);

listField('adminGetPendingCoinPackages', {
  connection: connectionType('AdminCoinPackageRequest', PackageRequestRef, {
    description: 'Requested coin packages, newest first.',
  }),
  description: 'Coin packages, and changes of them, that wait for another admin, newest first.',
  access: { permission: 'COINS_READ' },
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => adminGetPendingCoinPackages(ctx, page),
});

mutationField('adminApproveCoinPackage', {
  description:
    'Puts on offer what another admin has requested. Succeeds without a change if the caller has approved it. Fails with FORBIDDEN for a request of the caller, with INVALID_STATE for one that is decided or expired, and with LIMIT_REACHED past {coinPackages}.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    requestId: t.idOf('coinpackagerequest', { required: true, description: 'The request.' }),
  }),
  payload: { request: { type: PackageRequestRef, description: 'The request.' } },
  resolve: async (ctx, { requestId }) => ({ request: await adminApproveCoinPackage(ctx, requestId) }),
});

mutationField('adminRejectCoinPackage', {
  description:
    'Refuses a coin package that another admin has requested. Succeeds without a change if the caller has rejected it. Fails with FORBIDDEN for a request of the caller, and with INVALID_STATE for one that is decided or expired.',
  access: { permission: 'COINS_MANAGE' },
  restriction: null,
  input: (t) => ({
    requestId: t.idOf('coinpackagerequest', { required: true, description: 'The request.' }),
  }),
  payload: { request: { type: PackageRequestRef, description: 'The request.' } },
  resolve: async (ctx, { requestId }) => ({ request: await adminRejectCoinPackage(ctx, requestId) }),
});
