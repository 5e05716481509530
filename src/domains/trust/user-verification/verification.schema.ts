import { signedIn } from '#platform/graphql/access.ts';
import { builder, type Types } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { idempotentMutationField, mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { BadgeKindRef } from './badges.schema.ts';
import { documentsByRequest } from './verification.loaders.ts';
import { DOCUMENT_FORMATS } from './verification.policy.ts';
import {
  answerVerification,
  findOwnVerification,
  myVerificationRequest,
  requestVerification,
  withdrawVerification,
} from './verification.service.ts';
import type { VerificationDocument, VerificationRequest, VerificationState } from './verification.types.ts';

export const VerificationStateRef = enumType<VerificationState>('VerificationState', {
  description: 'State of a request to be verified.',
  values: {
    REQUESTED: 'Waits for a review.',
    IN_REVIEW: 'An admin reviews it.',
    MORE_INFO: 'An admin asks for more: `message` says what. `answerVerification` answers.',
    APPROVED: 'The badge is granted.',
    REJECTED: 'The badge is refused: `message` says why.',
    WITHDRAWN: 'The user has taken it back.',
  },
});

type DocumentFields<Document extends VerificationDocument> = PothosSchemaTypes.ObjectFieldBuilder<
  Types,
  Document
>;

/** Fields of a document that users and admins read in the same words. */
export const documentFields = <Document extends VerificationDocument>(t: DocumentFields<Document>) => ({
  fileName: t.string({
    description: 'Name that the server has given it.',
    resolve: ({ fileName }) => fileName,
  }),
  contentType: t.string({
    description: 'MIME type by its content.',
    resolve: ({ contentType }) => contentType,
  }),
  sizeBytes: t.float({ description: 'Size.', resolve: ({ sizeBytes }) => sizeBytes }),
});

const VerificationDocumentRef = builder.objectRef<VerificationDocument>('VerificationDocument').implement({
  description: 'A document of a request to be verified. No link shows it.',
  fields: (t) => ({
    ...documentFields(t),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was sent.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

type RequestFields = PothosSchemaTypes.ObjectFieldBuilder<Types, VerificationRequest>;

/** Fields that users and admins read in the same words. */
export const requestFields = (t: RequestFields) => ({
  kind: t.field({ type: BadgeKindRef, description: 'Badge requested.', resolve: ({ kind }) => kind }),
  state: t.field({
    type: VerificationStateRef,
    description: 'State of the request.',
    resolve: ({ state }) => state,
  }),
  note: t.exposeString('note', { description: 'Note of the user.' }),
  answer: t.exposeString('answer', {
    nullable: true,
    description: 'The last answer of the user. Null if there is none.',
  }),
  message: t.exposeString('message', {
    nullable: true,
    description: 'Text that admins last wrote to the user. Null if there is none.',
  }),
  createdAt: t.field({
    type: 'DateTime',
    description: 'Time of the request.',
    resolve: ({ createdAt }) => createdAt,
  }),
  endedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which it was decided or withdrawn. Null while it is open.',
    resolve: ({ endedAt }) => endedAt,
  }),
});

const VerificationRequestRef = builder.objectRef<VerificationRequest>('VerificationRequest').implement({
  description: 'A request to be verified. Visible to its user alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'Global id, `verificationrequest_…`.',
      resolve: ({ id }) => toGlobalId('verificationrequest', id),
    }),
    ...requestFields(t),
    displayName: t.exposeString('displayName', {
      description: 'Display name that it is about: the one at the request, or at the last answer.',
    }),
    username: t.exposeString('username', {
      description: 'Username that it is about: the one at the request, or at the last answer.',
    }),
    documents: t.field({
      type: [VerificationDocumentRef],
      description:
        'Documents, oldest first, at most {verificationDocuments}. Empty {verificationDocumentDays} days after the decision.',
      extensions: listSize('verificationDocuments'),
      resolve: async ({ id }, _args, ctx) => [...((await load(ctx, documentsByRequest, id)) ?? [])],
    }),
    documentsDeletedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time from which the documents are deleted. Null while it is open.',
      resolve: ({ state, endedAt }, _args, { limits }) => documentsEnd({ state, endedAt }, limits),
    }),
  }),
});

function documentsEnd(
  { state, endedAt }: Pick<VerificationRequest, 'state' | 'endedAt'>,
  { verificationDocumentDays }: { readonly verificationDocumentDays: number },
): Date | null {
  if (endedAt === null || state === 'WITHDRAWN') return endedAt;
  return new Date(endedAt.getTime() + verificationDocumentDays * DAY_MS);
}

nodeType(VerificationRequestRef, 'verificationrequest', findOwnVerification);

builder.queryField('myVerificationRequest', (t) =>
  t.field({
    type: VerificationRequestRef,
    nullable: true,
    description: "The caller's newest request for a badge. Null if there was none.",
    access: 'user',
    args: { kind: t.arg({ type: BadgeKindRef, required: true, description: 'The badge.' }) },
    resolve: (_root, { kind }, ctx) => myVerificationRequest(signedIn(ctx), kind),
  }),
);

const FILES = `Documents that prove it, at most {verificationDocuments} in a request: ${DOCUMENT_FORMATS}. Only admins who review it see them.`;

idempotentMutationField('requestVerification', {
  description:
    'Requests a badge, under the names that the caller has now. Fails with CONFLICT while a request for it is open.',
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    kind: t.field({ type: BadgeKindRef, required: true, description: 'The badge.' }),
    note: t.string({
      required: true,
      description: 'Note on what to verify, 1 to {verificationNoteLength} characters.',
    }),
    files: t.field({ type: ['Upload'], description: FILES }),
  }),
  payload: { request: { type: VerificationRequestRef, description: 'The request.' } },
  idempotencyKey: 'optional',
  act: (ctx, input, key) => requestVerification(ctx, input, key),
  show: async (ctx, id) => ({ request: await findOwnVerification(ctx, id) }),
});

mutationField('answerVerification', {
  description:
    'Answers admins who ask for MORE_INFO: the review goes on, under the names that the caller has now.',
  refusals:
    'INVALID_STATE unless more is asked, also once it is answered. LIMIT_REACHED past {verificationDocuments}.',
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    requestId: t.idOf('verificationrequest', { required: true, description: "The caller's request." }),
    note: t.string({ required: true, description: 'The answer, 1 to {verificationNoteLength} characters.' }),
    files: t.field({ type: ['Upload'], description: FILES }),
  }),
  payload: { request: { type: VerificationRequestRef, description: 'The request.' } },
  resolve: async (ctx, input) => ({ request: await answerVerification(ctx, input) }),
});

mutationField('withdrawVerification', {
  description:
    'Takes a request back and deletes its documents. Succeeds without a change if it is withdrawn. Fails with INVALID_STATE for a decided one.',
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    requestId: t.idOf('verificationrequest', { required: true, description: "The caller's request." }),
  }),
  payload: { request: { type: VerificationRequestRef, description: 'The request.' } },
  resolve: async (ctx, { requestId }) => ({ request: await withdrawVerification(ctx, requestId) }),
});
