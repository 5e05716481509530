import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { FIRST_ID, type IdKey, LAST_ID, NEWEST_FIRST, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import {
  adminClaimVerification,
  adminDecideVerification,
  adminGetVerificationRequests,
  adminOpenVerificationDocuments,
  findVerification,
} from './admin-verification.service.ts';
import { BadgeKindRef } from './badges.schema.ts';
import { documentsByRequest } from './verification.loaders.ts';
import { documentFields, requestFields, VerificationStateRef } from './verification.schema.ts';
import type {
  VerificationDecision,
  VerificationDocument,
  VerificationRequest,
} from './verification.types.ts';

const AdminDocumentRef = builder
  .objectRef<VerificationDocument & { readonly url?: string }>('AdminVerificationDocument')
  .implement({
    description: 'A document of a request to be verified as admins see it.',
    fields: (t) => ({
      ...documentFields(t),
      url: t.string({
        nullable: true,
        description:
          'Signed link to the file, a download, valid for 5 minutes. Null unless `adminOpenVerificationDocuments` gives it. Give it to nobody.',
        resolve: ({ url }) => url ?? null,
      }),
    }),
  });

const AdminRequestRef = builder.objectRef<VerificationRequest>('AdminVerificationRequest').implement({
  description: 'A request to be verified as admins see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, the same as on the client endpoint.',
      resolve: ({ id }) => toGlobalId('verificationrequest', id),
    }),
    userId: t.id({
      description: 'Global id of the user.',
      resolve: ({ userId }) => toGlobalId('user', userId),
    }),
    user: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the user. Null without the permission `USERS_READ`.',
      resolve: ({ userId }, _args, ctx) => load(ctx, userAccountById, userId),
    }),
    ...requestFields(t),
    displayName: t.exposeString('displayName', {
      description: 'Display name that it is about, under which the badge would be shown.',
    }),
    username: t.exposeString('username', {
      description: 'Username that it is about, under which the badge would be shown.',
    }),
    documents: t.field({
      type: [AdminDocumentRef],
      description:
        'Documents, oldest first, at most {verificationDocuments}, without links: `adminOpenVerificationDocuments` gives them.',
      extensions: listSize('verificationDocuments'),
      resolve: async ({ id }, _args, ctx) => [...((await load(ctx, documentsByRequest, id)) ?? [])],
    }),
    reviewerId: t.id({
      nullable: true,
      description: 'Global id of the admin who reviews it or decided last. Null before.',
      resolve: ({ reviewerId }) => reviewerId && toGlobalId('admin', reviewerId),
    }),
    version: t.exposeInt('version', {
      description: 'Version of the request, from 1: every step adds one. For `expectedVersion`.',
    }),
  }),
});

adminNodeType(AdminRequestRef, 'verificationrequest', { permission: 'BADGES_MANAGE' }, findVerification);

const OLDEST_FIRST: Order<VerificationRequest, IdKey> = {
  ...NEWEST_FIRST,
  start: [FIRST_ID],
  end: [LAST_ID],
};

listField('adminGetVerificationRequests', {
  connection: connectionType('AdminVerificationRequest', AdminRequestRef, {
    description: 'Requests to be verified, oldest first.',
  }),
  description: 'Requests to be verified, those that wait longest first.',
  access: { permission: 'BADGES_MANAGE' },
  args: (t) => ({
    state: t({ type: VerificationStateRef, description: 'Only requests in this state.' }),
    kind: t({ type: BadgeKindRef, description: 'Only requests for this badge.' }),
    userId: t.idOf('user', { description: 'Only requests of this user.' }),
    reviewerId: t.idOf('admin', { description: 'Only requests that this admin reviews or decided last.' }),
  }),
  order: OLDEST_FIRST,
  rows: (ctx, filter, page) => adminGetVerificationRequests(ctx, filter, page),
});

mutationField('adminClaimVerification', {
  description:
    'Begins the review of a REQUESTED one. Succeeds without a change if the caller reviews it. Fails with INVALID_STATE if another admin does, or it is over.',
  access: { permission: 'BADGES_MANAGE' },
  restriction: null,
  input: (t) => ({
    requestId: t.idOf('verificationrequest', { required: true, description: 'The request.' }),
  }),
  payload: { request: { type: AdminRequestRef, description: 'The request.' } },
  resolve: async (ctx, { requestId }) => ({ request: await adminClaimVerification(ctx, requestId) }),
});

mutationField('adminOpenVerificationDocuments', {
  description:
    'Gives links to the documents of a request. The look and its reason are in the audit log, whether or not the links are followed.',
  access: { permission: 'BADGES_MANAGE' },
  restriction: null,
  input: (t) => ({
    requestId: t.idOf('verificationrequest', { required: true, description: 'The request.' }),
    reason: t.string({ required: true, description: 'Reason for the look, 1 to 500 characters.' }),
  }),
  payload: {
    documents: {
      type: [AdminDocumentRef],
      description:
        'The documents, oldest first, at most {verificationDocuments}. Empty once they are deleted.',
      listSize: 'verificationDocuments',
    },
  },
  resolve: async (ctx, input) => ({ documents: await adminOpenVerificationDocuments(ctx, input) }),
});

const DecisionRef = enumType<VerificationDecision>('AdminVerificationDecision', {
  description: 'Decision about a request to be verified.',
  values: {
    APPROVED: 'Grant the badge, under the names of the request.',
    MORE_INFO: 'Ask the user for more.',
    REJECTED: 'Refuse the badge.',
  },
});

mutationField('adminDecideVerification', {
  description: 'Decides about a request IN_REVIEW, or refuses one of MORE_INFO. A mail tells the user.',
  refusals:
    'CONFLICT when the request was changed, as by another decision. INVALID_STATE when its state does not allow it. VALIDATION_FAILED.',
  access: { permission: 'BADGES_MANAGE' },
  restriction: null,
  input: (t) => ({
    requestId: t.idOf('verificationrequest', { required: true, description: 'The request.' }),
    expectedVersion: t.int({
      required: true,
      description: 'Version that the caller has looked at. CONFLICT when it has changed.',
    }),
    decision: t.field({ type: DecisionRef, required: true, description: 'The decision.' }),
    message: t.string({
      description: 'Words to the user, 1 to 500 characters. Required unless it is APPROVED.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description:
        'Expiry time of the badge, in the future, only when APPROVED. When omitted, it has no end.',
    }),
  }),
  payload: { request: { type: AdminRequestRef, description: 'The request.' } },
  resolve: async (ctx, input) => ({ request: await adminDecideVerification(ctx, input) }),
});
