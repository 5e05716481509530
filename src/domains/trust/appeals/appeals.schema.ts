import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType, NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { decisionById } from '../decisions/decisions.loaders.ts';
import { AdminDecisionRef } from '../decisions/decisions.schema.ts';
import { ModerationDecisionRef } from '../decisions/own-decisions.schema.ts';
import { ReportRef } from '../reports/reports.schema.ts';
import { ownAppealByDecision } from './appeals.loaders.ts';
import {
  adminDecideAppeal,
  adminGetAppeals,
  appealDecision,
  appealDecisionByToken,
  findAnyAppeal,
  findOwnAppeal,
  withdrawAppeal,
} from './appeals.service.ts';
import type { Appeal, AppealResult, AppealSide, AppealState } from './appeals.types.ts';

export const AppealStateRef = enumType<AppealState>('AppealState', {
  description: 'State of an appeal.',
  values: {
    PENDING: 'Another moderator has yet to decide.',
    UPHELD: 'The decision stays.',
    OVERTURNED: 'The decision was taken back.',
    PARTIAL: 'Content stays removed; restrictions and points were taken back.',
    WITHDRAWN: 'The author has taken it back.',
  },
});

const ResultRef = enumType<AppealResult>('AdminAppealResult', {
  description: 'Result of a review.',
  values: {
    UPHELD: 'The decision stays.',
    OVERTURNED: 'The decision is taken back.',
    PARTIAL: 'Content stays removed; restrictions and points are taken back.',
  },
});

const SideRef = enumType<AppealSide>('AdminAppealSide', {
  description: 'Side that appeals.',
  values: {
    OWNER: 'The owner of the content or account that was decided about.',
    REPORTER: 'Somebody who reported or sent a notice, when nothing was done.',
  },
});

const AppealRef = builder.objectRef<Appeal>('Appeal').implement({
  description: 'Appeal of the caller against a decision. Nobody else sees it but moderators.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `appeal_…`.', resolve: ({ id }) => toGlobalId('appeal', id) }),
    decisionId: t.id({
      description: 'Global id of the decision.',
      resolve: ({ decisionId }) => toGlobalId('decision', decisionId),
    }),
    text: t.exposeString('text', { description: 'Text of the caller.' }),
    state: t.field({
      type: AppealStateRef,
      description: 'State of the appeal.',
      resolve: ({ state }) => state,
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Answer of the reviewer. Null until it is decided.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the appeal.',
      resolve: ({ createdAt }) => createdAt,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was decided or withdrawn. Null while it is pending.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
  }),
});

nodeType(AppealRef, 'appeal', findOwnAppeal);

const OWN = {
  type: AppealRef,
  nullable: true,
  description: 'Appeal of the caller against the decision. Null if there is none.',
} as const;

builder.objectField(ModerationDecisionRef, 'appeal', (t) =>
  t.field({ ...OWN, resolve: ({ id }, _args, ctx) => load(ctx, ownAppealByDecision, id) }),
);

builder.objectField(ReportRef, 'appeal', (t) =>
  t.field({
    ...OWN,
    resolve: ({ decisionId }, _args, ctx) =>
      decisionId === null ? null : load(ctx, ownAppealByDecision, decisionId),
  }),
);

const APPEAL_REFUSALS =
  'INVALID_STATE for one that is decided, taken back or too old; NOT_FOUND for one of others.';
const DECISION = 'The decision.';
const TEXT = 'Why it is wrong, 1 to {appealLength} characters.';

mutationField('appealDecision', {
  description:
    'Appeals against a decision within six months: its owner, or a reporter when nothing was done. Another moderator decides. A pending appeal is answered as it is.',
  refusals: APPEAL_REFUSALS,
  access: 'user',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'user' },
  input: (t) => ({
    decisionId: t.idOf('decision', { required: true, description: DECISION }),
    text: t.string({ required: true, description: TEXT }),
  }),
  payload: { appeal: { type: AppealRef, description: 'The appeal.' } },
  resolve: async (ctx, input) => ({ appeal: await appealDecision(ctx, input) }),
});

mutationField('appealDecisionByToken', {
  description:
    'As `appealDecision`, for an owner who cannot sign in, and for the sender of a notice of illegal content. A pending appeal is answered as it is.',
  refusals: `${APPEAL_REFUSALS} NOT_FOUND for a token of another decision.`,
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 86_400, per: 'caller' },
  input: (t) => ({
    decisionId: t.idOf('decision', { required: true, description: DECISION }),
    text: t.string({ required: true, description: TEXT }),
    token: t.string({ required: true, description: 'The token of the mail about the decision.' }),
  }),
  payload: { appeal: { type: AppealRef, description: 'The appeal.' } },
  resolve: async (ctx, input) => ({ appeal: await appealDecisionByToken(ctx, input) }),
});

mutationField('withdrawAppeal', {
  description: 'Takes a pending appeal back for good. Succeeds without a change for a withdrawn one.',
  refusals: 'INVALID_STATE once it is decided.',
  access: 'user',
  restriction: null,
  input: (t) => ({ appealId: t.idOf('appeal', { required: true, description: 'The appeal.' }) }),
  payload: { appeal: { type: AppealRef, description: 'The appeal.' } },
  resolve: async (ctx, input) => ({ appeal: await findOwnAppeal(ctx, await withdrawAppeal(ctx, input)) }),
});

const AdminAppealRef = builder.objectRef<Appeal>('AdminAppeal').implement({
  description: 'An appeal as moderators see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `appeal_…`.', resolve: ({ id }) => toGlobalId('appeal', id) }),
    decision: t.field({
      type: AdminDecisionRef,
      nullable: true,
      description: 'The decision; never null for admins.',
      resolve: ({ decisionId }, _args, ctx) => load(ctx, decisionById, decisionId),
    }),
    authorId: t.id({
      nullable: true,
      description: 'Global id of the author. Null for the sender of a notice who had no account.',
      resolve: ({ authorId }) => authorId && toGlobalId('user', authorId),
    }),
    reportId: t.id({
      nullable: true,
      description: 'Global id of the notice whose sender appeals. Null for others.',
      resolve: ({ noticeId }) => noticeId && toGlobalId('report', noticeId),
    }),
    side: t.field({ type: SideRef, description: 'Side that appeals.', resolve: ({ side }) => side }),
    text: t.exposeString('text', { description: 'Text of the author. Empty once they are erased.' }),
    state: t.field({
      type: AppealStateRef,
      description: 'State of the appeal.',
      resolve: ({ state }) => state,
    }),
    reviewerId: t.id({
      nullable: true,
      description: 'Global id of the admin who decided it. Null unless it is decided.',
      resolve: ({ reviewerId }) => reviewerId && toGlobalId('admin', reviewerId),
    }),
    note: t.exposeString('note', {
      nullable: true,
      description: 'Answer to the author. Null unless it is decided.',
    }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the appeal.',
      resolve: ({ createdAt }) => createdAt,
    }),
    decidedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was decided or withdrawn. Null while it is pending.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
  }),
});

adminNodeType(AdminAppealRef, 'appeal', { permission: 'APPEALS_DECIDE' }, findAnyAppeal);

listField('adminGetAppeals', {
  connection: connectionType('AdminAppeal', AdminAppealRef, { description: 'Appeals, newest first.' }),
  description: 'Appeals in a state, newest first.',
  access: { permission: 'APPEALS_DECIDE' },
  args: (t) => ({ state: t({ type: AppealStateRef, defaultValue: 'PENDING', description: 'The state.' }) }),
  order: NEWEST_FIRST,
  rows: (ctx, { state }, page) => adminGetAppeals(ctx, state ?? 'PENDING', page),
});

mutationField('adminDecideAppeal', {
  description:
    'Decides the pending appeals against a decision, by an admin who has not decided it. OVERTURNED takes the decision back as `adminReverseDecision` does.',
  refusals: 'FORBIDDEN for who made the decision; INVALID_STATE for an appeal that is not pending.',
  access: { permission: 'APPEALS_DECIDE' },
  restriction: null,
  input: (t) => ({
    appealId: t.idOf('appeal', { required: true, description: 'Appeal among those against the decision.' }),
    result: t.field({
      type: ResultRef,
      required: true,
      description: 'Result; not PARTIAL for the appeal of a reporter.',
    }),
    note: t.string({ required: true, description: 'Answer to the author, 1 to {appealLength} characters.' }),
  }),
  payload: { appeal: { type: AdminAppealRef, description: 'The appeal.' } },
  resolve: async (ctx, input) => ({ appeal: await findAnyAppeal(ctx, await adminDecideAppeal(ctx, input)) }),
});
