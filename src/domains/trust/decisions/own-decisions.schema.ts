import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { listField } from '#platform/graphql/list.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { subjectIdOf, subjectOf } from '../cases/cases.policy.ts';
import { SubjectKindRef } from '../cases/cases.schema.ts';
import { findOwnDecision, myModerationDecisions } from './decisions.service.ts';
import type { Decision, DecisionSource, Ground, ModerationAction } from './decisions.types.ts';

export const ActionRef = enumType<ModerationAction>('ModerationAction', {
  description: 'Action of a decision.',
  values: {
    NO_ACTION: 'Nothing, since no policy was broken.',
    REMOVE: 'Removes the content; a hashtag is hidden.',
    WARN: 'Warns the owner, who has to acknowledge it.',
    RESTRICT_POSTING: 'Forbids the owner to post.',
    RESTRICT_COMMENTING: 'Forbids the owner to comment.',
    RESTRICT_MESSAGING: 'Forbids the owner to write messages.',
    RESTRICT_FOLLOWING: 'Forbids the owner to follow.',
    RESTRICT_UPLOADS: 'Forbids the owner to upload files.',
    RESTRICT_DISCOVERY: 'Does not suggest the owner to people who do not follow them.',
    SUSPEND: 'Suspends the account of the owner.',
  },
});
export const ACTIONS_MAX = 10;

export const GroundRef = enumType<Ground>('DecisionGround', {
  description: 'Ground of a decision.',
  values: { ILLEGAL: 'The content is illegal.', TERMS: 'The content breaks the terms of the platform.' },
});

export const SourceRef = enumType<DecisionSource>('DecisionSource', {
  description: 'How the platform learned of a content.',
  values: { NOTICE: 'Somebody reported it.', OWN_DETECTION: 'The platform found it.' },
});

export const ModerationDecisionRef = builder.objectRef<Decision>('ModerationDecision').implement({
  description: 'Statement of reasons for a decision against the caller. Nobody else sees it but moderators.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({ description: 'Global id, `decision_…`.', resolve: ({ id }) => toGlobalId('decision', id) }),
    subjectKind: t.field({
      type: SubjectKindRef,
      description: 'Kind of what was decided about.',
      resolve: ({ subjectKind }) => subjectKind,
    }),
    subjectId: t.id({
      description: 'Global id of what was decided about, which may be gone.',
      resolve: (decision) => subjectIdOf(subjectOf(decision)),
    }),
    actions: t.field({
      type: [ActionRef],
      description: `Actions, at most ${ACTIONS_MAX}.`,
      extensions: listSize(ACTIONS_MAX),
      resolve: ({ actions }) => [...actions],
    }),
    policyTitle: t.exposeString('policyTitle', {
      nullable: true,
      description: 'Title of the policy that was broken. Null where none is named.',
    }),
    ground: t.field({
      type: GroundRef,
      nullable: true,
      description: 'Ground of the decision. Null where none is named.',
      resolve: ({ ground }) => ground,
    }),
    facts: t.exposeString('facts', { description: 'Facts that it rests on.' }),
    explanation: t.exposeString('explanation', { description: 'Why they break the policy.' }),
    source: t.field({
      type: SourceRef,
      description: 'How the platform learned of it.',
      resolve: ({ source }) => source,
    }),
    isDetectedAutomatically: t.boolean({
      description: 'Whether a machine had a part in finding it.',
      resolve: ({ automatedDetection }) => automatedDetection,
    }),
    isDecidedAutomatically: t.boolean({
      description: 'Whether a machine decided alone.',
      resolve: ({ automatedDecision }) => automatedDecision,
    }),
    scope: t.exposeString('scope', {
      nullable: true,
      description: 'Territory that it names. Null for everywhere.',
    }),
  }),
});

builder.objectFields(ModerationDecisionRef, (t) => ({
  strikePoints: t.exposeInt('strikePoints', { description: 'Points against the account, 0 to 10.' }),
  strikeExpiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which the points are gone. Null without points.',
    resolve: ({ strikeExpiresAt }) => strikeExpiresAt,
  }),
  expiresAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which its restrictions end. Null for those that last, and without any.',
    resolve: ({ expiresAt }) => expiresAt,
  }),
  decidedAt: t.field({
    type: 'DateTime',
    description: 'Time of the decision.',
    resolve: ({ decidedAt }) => decidedAt,
  }),
  appealDueAt: t.field({
    type: 'DateTime',
    description: 'Last moment of `appealDecision`.',
    resolve: ({ appealableUntil }) => appealableUntil,
  }),
  revertedAt: t.field({
    type: 'DateTime',
    nullable: true,
    description: 'Time at which it was taken back. Null while it holds.',
    resolve: ({ revertedAt }) => revertedAt,
  }),
}));

nodeType(ModerationDecisionRef, 'decision', findOwnDecision);

listField('myModerationDecisions', {
  connection: connectionType('ModerationDecision', ModerationDecisionRef, {
    description: 'Decisions, newest first.',
  }),
  description: 'Decisions of moderators against the caller, newest first, also those that were taken back.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => myModerationDecisions(ctx, page),
});
