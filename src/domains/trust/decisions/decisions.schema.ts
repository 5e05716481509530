import { UserAccountRef } from '#domains/identity/user-accounts/user-accounts.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { AdminNodeRef, adminNodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { load } from '#platform/request/loader.ts';
import { CaseRef } from '../cases/cases.schema.ts';
import { decisionsByCase, DECISIONS_SHOWN, strikesByOwner } from './decisions.loaders.ts';
import { STRIKE_DAYS, STRIKE_POINTS_MAX, TEXT_LENGTH_MAX } from './decisions.policy.ts';
import { adminDecideCase, adminReverseDecision, findAnyDecision } from './decisions.service.ts';
import type { Decision } from './decisions.types.ts';
import { ActionRef, ACTIONS_MAX, GroundRef, SourceRef } from './own-decisions.schema.ts';

export const AdminDecisionRef = builder.objectRef<Decision>('AdminDecision').implement({
  description: 'A decision as moderators see it.',
  interfaces: [AdminNodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `decision_…`.', resolve: ({ id }) => toGlobalId('decision', id) }),
    caseId: t.id({
      description: 'Global id of the case.',
      resolve: ({ caseId }) => toGlobalId('case', caseId),
    }),
    ownerId: t.id({
      nullable: true,
      description: 'Global id of the user whom it concerns. Null where there is none.',
      resolve: ({ ownerId }) => ownerId && toGlobalId('user', ownerId),
    }),
    actions: t.field({
      type: [ActionRef],
      description: `Actions, at most ${ACTIONS_MAX}.`,
      extensions: listSize(ACTIONS_MAX),
      resolve: ({ actions }) => [...actions],
    }),
    policyTitle: t.exposeString('policyTitle', {
      nullable: true,
      description: 'Title of the policy. Null where none is named.',
    }),
    ground: t.field({
      type: GroundRef,
      nullable: true,
      description: 'Ground of the decision. Null where none is named.',
      resolve: ({ ground }) => ground,
    }),
    facts: t.exposeString('facts', {
      description: 'Facts that it rests on. Empty once the owner is erased.',
    }),
    explanation: t.exposeString('explanation', {
      description: 'Why they break the policy. Empty once the owner is erased.',
    }),
    source: t.field({
      type: SourceRef,
      description: 'How the platform learned of it.',
      resolve: ({ source }) => source,
    }),
    isDetectedAutomatically: t.boolean({
      description: 'Whether a machine had a part in finding it.',
      resolve: ({ automatedDetection }) => automatedDetection,
    }),
    strikePoints: t.exposeInt('strikePoints', { description: 'Points against the owner.' }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which its restrictions end. Null for those that last, and without any.',
      resolve: ({ expiresAt }) => expiresAt,
    }),
    decidedById: t.id({
      description: 'Global id of the admin who decided.',
      resolve: ({ decidedBy }) => toGlobalId('admin', decidedBy),
    }),
    decidedAt: t.field({
      type: 'DateTime',
      description: 'Time of the decision.',
      resolve: ({ decidedAt }) => decidedAt,
    }),
    revertedById: t.id({
      nullable: true,
      description: 'Global id of the admin who took it back. Null while it holds.',
      resolve: ({ revertedBy }) => revertedBy && toGlobalId('admin', revertedBy),
    }),
    revertedAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which it was taken back. Null while it holds.',
      resolve: ({ revertedAt }) => revertedAt,
    }),
  }),
});

adminNodeType(AdminDecisionRef, 'decision', { permission: 'REPORTS_READ' }, findAnyDecision);

builder.objectFields(CaseRef, (t) => ({
  decisions: t.field({
    type: [AdminDecisionRef],
    description: `Decisions about the case, at most ${DECISIONS_SHOWN}, newest first.`,
    extensions: listSize(DECISIONS_SHOWN),
    resolve: async ({ id }, _args, ctx) => (await load(ctx, decisionsByCase, id)) ?? [],
  }),
  ownerStrikePoints: t.int({
    description: 'Points in force against the owner.',
    resolve: async ({ ownerId }, _args, ctx) =>
      ownerId === null ? 0 : ((await load(ctx, strikesByOwner, ownerId)) ?? 0),
  }),
}));

builder.objectField(UserAccountRef, 'strikePoints', (t) =>
  t.int({
    nullable: true,
    description: 'Points in force against the user, 0 or more. Null without the permission `REPORTS_READ`.',
    resolve: async ({ id }, _args, ctx) =>
      ctx.admin?.permissions.has('REPORTS_READ') ? ((await load(ctx, strikesByOwner, id)) ?? 0) : null,
  }),
);

const DECISION = { decision: { type: AdminDecisionRef, description: 'The decision.' } };

mutationField('adminDecideCase', {
  description:
    'Decides a case and closes its reports. The owner gets a statement of reasons, without who reported, unless nothing is done. Content that is deleted stays so.',
  refusals:
    "CONFLICT with the other's decision as `existingId`; INVALID_STATE while another admin has the case; FORBIDDEN for actions beyond the caller's permissions.",
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    caseId: t.idOf('case', { required: true, description: 'The case.' }),
    expectedVersion: t.int({
      required: true,
      description: '`version` of the case that the caller has read.',
    }),
    actions: t.field({
      type: [ActionRef],
      required: true,
      description: 'Actions; NO_ACTION alone. Accounts and conversations cannot be removed.',
    }),
    policyId: t.idOf('policy', { description: 'The policy that was broken. Required but for NO_ACTION.' }),
    ground: t.field({ type: GroundRef, description: 'The ground. Required but for NO_ACTION.' }),
    facts: t.string({
      description: `Facts for the owner, at most ${TEXT_LENGTH_MAX} characters. Required but for NO_ACTION.`,
    }),
    explanation: t.string({
      description: `Explanation for the owner, at most ${TEXT_LENGTH_MAX} characters. Required but for NO_ACTION.`,
    }),
    strikePoints: t.int({
      description: `Points against the owner for ${STRIKE_DAYS} days, 0 to ${STRIKE_POINTS_MAX}. By default 0.`,
    }),
    scope: t.string({
      description: 'Territory that the statement names, at most 100 characters. Null for everywhere.',
    }),
    expiresAt: t.field({
      type: 'DateTime',
      description: 'Expiry time of restrictions, in the future. When omitted, they last until lifted.',
    }),
  }),
  payload: DECISION,
  resolve: async (ctx, input) => ({
    decision: await findAnyDecision(ctx, await adminDecideCase(ctx, input)),
  }),
});

mutationField('adminReverseDecision', {
  description:
    'Takes a decision back: content is shown again unless its author has deleted it, restrictions are lifted, points are gone. One without action opens the case again. Succeeds without a change for a reverted one.',
  access: { permission: 'CASES_DECIDE' },
  restriction: null,
  input: (t) => ({
    decisionId: t.idOf('decision', { required: true, description: 'The decision.' }),
    reason: t.string({ required: true, description: 'Reason for other admins, 1 to 500 characters.' }),
  }),
  payload: DECISION,
  resolve: async (ctx, input) => ({
    decision: await findAnyDecision(ctx, await adminReverseDecision(ctx, input)),
  }),
});
