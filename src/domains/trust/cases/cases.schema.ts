import { z } from 'zod';
import { userAccountById } from '#domains/identity/user-accounts/user-accounts.loaders.ts';
import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { FIRST_ID, LAST_ID, type Order } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { commentViewById, messageViewById, postViewById } from '../admin-content/admin-content.loaders.ts';
import { CommentViewRef, MessageViewRef, PostViewRef } from '../admin-content/admin-content.schema.ts';
import { MEDIA_SHOWN } from '../admin-content/admin-content.service.ts';
import { MediaViewRef } from '../admin-content/media-views.schema.ts';
import { snapshotsByCase } from './cases.loaders.ts';
import { LEASE_MINUTES, subjectIdOf, subjectOf } from './cases.policy.ts';
import {
  adminAssignCase,
  adminClaimNextCase,
  adminEscalateCase,
  adminGetCases,
  findCaseNow,
} from './cases.service.ts';
import type {
  Case,
  CaseQueue,
  CaseSnapshot,
  CaseState,
  SnapshotContent,
  SubjectKind,
} from './cases.types.ts';
import {
  adminOpenPrivateContent,
  CONTEXT_MESSAGES,
  type OpenedMessage,
  SNAPSHOTS_SHOWN,
} from './private-content.service.ts';

export const SubjectKindRef = enumType<SubjectKind>('ReportSubjectKind', {
  description: 'Kind of object that is reported.',
  values: {
    USER: 'A user.',
    POST: 'A post.',
    COMMENT: 'A comment.',
    MESSAGE: 'A message.',
    CONVERSATION: 'A conversation.',
    HASHTAG: 'A hashtag.',
  },
});

const StateRef = enumType<CaseState>('AdminCaseState', {
  description: 'State of a case.',
  values: {
    OPEN: 'Nobody has the case.',
    ASSIGNED: `An admin has the case, for at most ${LEASE_MINUTES} minutes.`,
    ESCALATED: 'The case is out of its queue, for admins who decide what is difficult.',
    CLOSED: 'The case is decided, or its reports are withdrawn.',
  },
});

const QueueRef = enumType<CaseQueue>('AdminCaseQueue', {
  description: 'Queue of cases.',
  values: {
    GENERAL: 'Everything else.',
    CHILD_SAFETY: 'Cases with a report about the safety of children.',
    LEGAL: 'Cases with a notice of illegal content.',
  },
});

const ContentRef = builder.objectRef<SnapshotContent>('AdminReportedContent').implement({
  description: 'Content of what was reported.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The text, the profile or the description.' }),
    name: t.exposeString('name', {
      nullable: true,
      description: 'Name of a user, a group or a hashtag. Null for others.',
    }),
    mediaCount: t.exposeInt('mediaCount', { description: 'Number of media items.' }),
  }),
});

const SnapshotRef = builder.objectRef<CaseSnapshot>('AdminContentSnapshot').implement({
  description: 'Content of a subject when it was reported.',
  fields: (t) => ({
    version: t.exposeString('version', { description: 'Hash of the content, which an edit changes.' }),
    content: t.field({
      type: ContentRef,
      description: 'The content.',
      resolve: ({ content }) => content,
    }),
    takenAt: t.field({
      type: 'DateTime',
      description: 'Time of the first report of this version.',
      resolve: ({ takenAt }) => takenAt,
    }),
  }),
});

export const CaseRef = builder.objectRef<Case>('AdminCase').implement({
  description: 'Case of one subject, with all that it was reported for.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `case_…`.', resolve: ({ id }) => toGlobalId('case', id) }),
    subjectKind: t.field({
      type: SubjectKindRef,
      description: 'Kind of the subject.',
      resolve: ({ subjectKind }) => subjectKind,
    }),
    subjectId: t.id({
      description: 'Global id of the subject.',
      resolve: (found) => subjectIdOf(subjectOf(found)),
    }),
    ownerId: t.id({
      nullable: true,
      description:
        'Global id of the user whose content it is. Null for a hashtag, and a group without an owner.',
      resolve: ({ ownerId }) => ownerId && toGlobalId('user', ownerId),
    }),
    owner: t.field({
      type: UserAccountRef,
      nullable: true,
      description: 'The account of the owner. Null without one, and without the permission `USERS_READ`.',
      resolve: ({ ownerId }, _args, ctx) => (ownerId === null ? null : load(ctx, userAccountById, ownerId)),
    }),
    state: t.field({ type: StateRef, description: 'State of the case.', resolve: ({ state }) => state }),
    queue: t.field({ type: QueueRef, description: 'Queue of the case.', resolve: ({ queue }) => queue }),
    priority: t.exposeInt('priority', {
      description: 'Urgency, by severity, the weight of the reporters and reach. Zero for a closed case.',
    }),
    reportedWeight: t.exposeInt('reportedWeight', {
      description: 'Sum of the weights of the open reports, 100 for an ordinary reporter.',
    }),
    assigneeId: t.id({
      nullable: true,
      description: 'Global id of the admin who has it. Null unless it is ASSIGNED.',
      resolve: ({ assigneeId }) => assigneeId && toGlobalId('admin', assigneeId),
    }),
    leaseExpiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it is open again. Null unless it is ASSIGNED.',
      resolve: ({ leaseUntil }) => leaseUntil,
    }),
    version: t.exposeInt('version', {
      description: 'Version for `adminDecideCase`; a decision and a report of edited content change it.',
    }),
    isPrivate: t.exposeBoolean('isPrivate', {
      description: 'Whether the content is shown by `adminOpenPrivateContent` alone.',
    }),
    snapshots: t.field({
      type: [SnapshotRef],
      nullable: true,
      description: `Reported versions of the content, at most ${SNAPSHOTS_SHOWN}, newest first. Null for private content.`,
      extensions: listSize(SNAPSHOTS_SHOWN),
      resolve: async ({ id, isPrivate }, _args, ctx) =>
        isPrivate ? null : ((await load(ctx, snapshotsByCase, id)) ?? []),
    }),
  }),
});

builder.objectFields(CaseRef, (t) => ({
  post: t.field({
    type: PostViewRef,
    nullable: true,
    description: 'The post. Null for other kinds, and once it is deleted.',
    resolve: ({ subjectKind, subjectId }, _args, ctx) =>
      subjectKind === 'POST' ? load(ctx, postViewById, subjectId) : null,
  }),
  comment: t.field({
    type: CommentViewRef,
    nullable: true,
    description: 'The comment. Null for other kinds, and once it is deleted.',
    resolve: ({ subjectKind, subjectId }, _args, ctx) =>
      subjectKind === 'COMMENT' ? load(ctx, commentViewById, subjectId) : null,
  }),
  message: t.field({
    type: MessageViewRef,
    nullable: true,
    description: 'The message without its content. Null for other kinds, and once it is deleted.',
    resolve: ({ subjectKind, subjectId }, _args, ctx) =>
      subjectKind === 'MESSAGE' ? load(ctx, messageViewById, subjectId) : null,
  }),
  heldAt: t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which reporters and the machine agreed and the content was held. Null unless it is.',
    resolve: ({ heldAt }) => heldAt,
  }),
  openedAt: t.field({
    type: 'DateTime',
    description: 'Time at which the case was opened, the last time.',
    resolve: ({ openedAt }) => openedAt,
  }),
  decidedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time of the decision that closed it. Null while there is none.',
    resolve: ({ decidedAt }) => decidedAt,
  }),
}));

adminNodeType(CaseRef, 'case', { permission: 'REPORTS_READ' }, findCaseNow);

const key = z.tuple([z.int(), z.uuid()]);
const PRIORITY_MAX = 2 ** 31 - 1;
const MOST_URGENT: Order<Case, [number, string]> = {
  key,
  keyOf: ({ priority, id }) => [priority, id],
  start: [PRIORITY_MAX, FIRST_ID],
  end: [0, LAST_ID],
};

listField('adminGetCases', {
  connection: connectionType('AdminCase', CaseRef, { description: 'Cases, the most urgent first.' }),
  description: 'Cases of a queue in a state, the most urgent first.',
  access: { permission: 'REPORTS_READ' },
  args: (t) => ({
    queue: t({ type: QueueRef, defaultValue: 'GENERAL', description: 'The queue.' }),
    state: t({ type: StateRef, defaultValue: 'OPEN', description: 'The state.' }),
  }),
  order: MOST_URGENT,
  rows: (ctx, { queue, state }, page) =>
    adminGetCases(ctx, { queue: queue ?? 'GENERAL', state: state ?? 'OPEN' }, page),
});

const CASE = { case: { type: CaseRef, description: 'The case.' } };

mutationField('adminClaimNextCase', {
  description: `Takes the most urgent open case of a queue for ${LEASE_MINUTES} minutes; the one that the caller has there, as long as they have one, for as long again.`,
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({ queue: t.field({ type: QueueRef, required: true, description: 'The queue.' }) }),
  payload: { case: { type: CaseRef, description: 'The case. Null when none is left.' } },
  resolve: async (ctx, input) => {
    const id = await adminClaimNextCase(ctx, input);
    return { case: id === null ? null : await findCaseNow(ctx, id) };
  },
});

mutationField('adminAssignReport', {
  description: `Gives the case of reports to an admin for ${LEASE_MINUTES} minutes, also one that is escalated or with another one; or back to its queue.`,
  refusals: 'NOT_FOUND for a disabled admin; INVALID_STATE for a closed case.',
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    caseId: t.idOf('case', { required: true, description: 'The case.' }),
    adminId: t.idOf('admin', { description: 'The admin. Null gives the case back.' }),
  }),
  payload: CASE,
  resolve: async (ctx, input) => ({ case: await findCaseNow(ctx, await adminAssignCase(ctx, input)) }),
});

mutationField('adminEscalateCase', {
  description:
    'Takes a case out of its queue, for admins who decide what is difficult. Succeeds without a change for an escalated case.',
  refusals: 'INVALID_STATE for a closed case.',
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    caseId: t.idOf('case', { required: true, description: 'The case.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: CASE,
  resolve: async (ctx, input) => ({ case: await findCaseNow(ctx, await adminEscalateCase(ctx, input)) }),
});

const ContextMessageRef = builder.objectRef<OpenedMessage>('AdminContextMessage').implement({
  description: 'A message of a reported conversation, or beside a reported message.',
  fields: (t) => ({
    messageId: t.id({
      description: 'Global id of the message.',
      resolve: ({ id }) => toGlobalId('message', id),
    }),
    senderId: t.id({
      nullable: true,
      description: 'Global id of the sender. Null for the system.',
      resolve: ({ senderId }) => senderId && toGlobalId('user', senderId),
    }),
    text: t.exposeString('text', { description: 'The text.' }),
    media: t.field({
      type: [MediaViewRef],
      description: `Media items in their order, with links, at most ${MEDIA_SHOWN}.`,
      extensions: listSize(MEDIA_SHOWN),
      resolve: ({ media }) => [...media],
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time at which it was sent.',
      resolve: ({ createdAt }) => createdAt,
    }),
  }),
});

mutationField('adminOpenPrivateContent', {
  description:
    'Shows the content of a case that is not public, as reported and as it is, with an entry in the audit log for each look.',
  access: { permission: 'PRIVATE_CONTENT_READ' },
  restriction: null,
  input: (t) => ({
    caseId: t.idOf('case', { required: true, description: 'The case.' }),
    reason: t.string({ required: true, description: 'Reason for the look, 1 to 500 characters.' }),
  }),
  payload: {
    current: { type: ContentRef, description: 'The content as it is. Null once it is deleted.' },
    media: {
      type: [MediaViewRef],
      description: `Media items of the content as it is, in their order, with links, at most ${MEDIA_SHOWN}.`,
      listSize: MEDIA_SHOWN,
    },
    snapshots: {
      type: [SnapshotRef],
      description: `Reported versions, at most ${SNAPSHOTS_SHOWN}, newest first.`,
      listSize: SNAPSHOTS_SHOWN,
    },
    messages: {
      type: [ContextMessageRef],
      description: `The reported message with those before and after it, or the last ones of the conversation; at most ${2 * CONTEXT_MESSAGES + 1}, oldest first.`,
      listSize: 2 * CONTEXT_MESSAGES + 1,
    },
  },
  resolve: async (ctx, input) => {
    const { current, media, snapshots, messages } = await adminOpenPrivateContent(ctx, input);
    return { current, media: [...media], snapshots: [...snapshots], messages: [...messages] };
  },
});
