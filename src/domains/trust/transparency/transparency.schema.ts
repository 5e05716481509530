import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { AppealStateRef } from '../appeals/appeals.schema.ts';
import type { AppealState } from '../appeals/appeals.types.ts';
import type { DecisionSource, ModerationAction } from '../decisions/decisions.types.ts';
import { ActionRef, SourceRef } from '../decisions/own-decisions.schema.ts';
import type { ReportReason } from '../reports/reasons.policy.ts';
import { ReasonRef } from '../reports/reports.schema.ts';
import { adminGetTransparencyReport, SPAN_DAYS_MAX } from './transparency.service.ts';
import type { Counts, TransparencyReport } from './transparency.types.ts';

type Count<Kind extends string> = { readonly kind: Kind; readonly count: number };

const COUNT = 'Number of them, not zero.';

const ReasonCountRef = builder.objectRef<Count<ReportReason>>('AdminReasonCount').implement({
  description: 'Number of reports, or of notices, for a reason.',
  fields: (t) => ({
    reason: t.field({ type: ReasonRef, description: 'The reason.', resolve: ({ kind }) => kind }),
    count: t.exposeInt('count', { description: COUNT }),
  }),
});

const ActionCountRef = builder.objectRef<Count<ModerationAction>>('AdminActionCount').implement({
  description: 'Number of decisions with an action.',
  fields: (t) => ({
    action: t.field({ type: ActionRef, description: 'The action.', resolve: ({ kind }) => kind }),
    count: t.exposeInt('count', { description: COUNT }),
  }),
});

const SourceCountRef = builder.objectRef<Count<DecisionSource>>('AdminSourceCount').implement({
  description: 'Number of decisions from a source.',
  fields: (t) => ({
    source: t.field({ type: SourceRef, description: 'The source.', resolve: ({ kind }) => kind }),
    count: t.exposeInt('count', { description: COUNT }),
  }),
});

const AppealCountRef = builder.objectRef<Count<AppealState>>('AdminAppealCount').implement({
  description: 'Number of appeals in a state.',
  fields: (t) => ({
    state: t.field({ type: AppealStateRef, description: 'The state.', resolve: ({ kind }) => kind }),
    count: t.exposeInt('count', { description: COUNT }),
  }),
});

const [REASONS_MAX, ACTIONS_MAX, SOURCES_MAX, STATES_MAX] = [15, 10, 2, 5];

/** Numbers by their kind, the most first, and by the name of the kind among equal ones. */
const listed = <Kind extends string>(counts: Counts<Kind>): Count<Kind>[] =>
  entriesOf(counts)
    .map(([kind, count]) => ({ kind, count: count ?? 0 }))
    .toSorted((a, b) => b.count - a.count || (a.kind < b.kind ? -1 : 1));

const BPS = 10_000;

const ReportRef = builder.objectRef<TransparencyReport>('AdminTransparencyReport').implement({
  description:
    'Numbers about moderation in a span of time, counted when they are asked for. They name nobody.',
  fields: (t) => ({
    startsAt: t.field({
      type: 'DateTime',
      description: 'Beginning of the span.',
      resolve: ({ startsAt }) => startsAt,
    }),
    endsAt: t.field({
      type: 'DateTime',
      description: 'End of the span, which is not in it.',
      resolve: ({ endsAt }) => endsAt,
    }),
    noticeCount: t.exposeInt('noticeCount', { description: 'Number of notices of illegal content.' }),
    noticesByReason: t.field({
      type: [ReasonCountRef],
      description: `Notices by reason, at most ${REASONS_MAX}, the most first.`,
      extensions: listSize(REASONS_MAX),
      resolve: ({ noticesByReason }) => listed(noticesByReason),
    }),
    reportCount: t.exposeInt('reportCount', {
      description: 'Number of reports of users, also of those that were withdrawn.',
    }),
    reportsByReason: t.field({
      type: [ReasonCountRef],
      description: `Reports of users by reason, at most ${REASONS_MAX}, the most first.`,
      extensions: listSize(REASONS_MAX),
      resolve: ({ reportsByReason }) => listed(reportsByReason),
    }),
    medianNoticeSeconds: t.exposeFloat('medianNoticeSeconds', {
      nullable: true,
      description: 'Median time from a notice to the decision, of decisions in the span. Null without any.',
    }),
    medianReportSeconds: t.exposeFloat('medianReportSeconds', {
      nullable: true,
      description: 'Median time from a report to the decision, of decisions in the span. Null without any.',
    }),
  }),
});

builder.objectFields(ReportRef, (t) => ({
  decisionCount: t.exposeInt('decisionCount', {
    description: 'Number of decisions, also of those without action and those that were taken back.',
  }),
  decisionsBySource: t.field({
    type: [SourceCountRef],
    description: `Decisions by how the platform learned of the content, at most ${SOURCES_MAX}, the most first.`,
    extensions: listSize(SOURCES_MAX),
    resolve: ({ decisionsBySource }) => listed(decisionsBySource),
  }),
  decisionsByAction: t.field({
    type: [ActionCountRef],
    description: `Decisions by action, at most ${ACTIONS_MAX}, the most first. One with several actions is in each.`,
    extensions: listSize(ACTIONS_MAX),
    resolve: ({ decisionsByAction }) => listed(decisionsByAction),
  }),
  automaticallyDetectedCount: t.exposeInt('automaticallyDetectedCount', {
    description: 'Number of decisions about content that a machine had a part in finding.',
  }),
  automaticallyDecidedCount: t.exposeInt('automaticallyDecidedCount', {
    description: 'Number of decisions that a machine made alone.',
  }),
  overturnedCount: t.exposeInt('overturnedCount', {
    description: 'Number of decisions in the span that were taken back until now.',
  }),
  overturnedBps: t.float({
    nullable: true,
    description:
      'Share of decisions that were taken back, in hundredths of a percent. Null without decisions.',
    resolve: ({ overturnedCount, decisionCount }) =>
      decisionCount === 0 ? null : Math.round((overturnedCount * BPS) / decisionCount),
  }),
  appealCount: t.exposeInt('appealCount', { description: 'Number of appeals that were made in the span.' }),
  appealsByState: t.field({
    type: [AppealCountRef],
    description: `Appeals by their state now, at most ${STATES_MAX}, the most first.`,
    extensions: listSize(STATES_MAX),
    resolve: ({ appealsByState }) => listed(appealsByState),
  }),
  suspensionCount: t.exposeInt('suspensionCount', {
    description: 'Number of suspensions of accounts, by decisions and by admins without a case.',
  }),
  heldByMachineCount: t.exposeInt('heldByMachineCount', {
    description: 'Number of contents that a machine held for moderators, of the last 180 days.',
  }),
  refusedByMachineCount: t.exposeInt('refusedByMachineCount', {
    description: 'Number of contents that a machine refused, of the last 180 days.',
  }),
}));

builder.queryField('adminGetTransparencyReport', (t) =>
  t.field({
    type: ReportRef,
    nullable: true,
    description: `Numbers about moderation in a span of at most ${SPAN_DAYS_MAX} days. Another span is BAD_USER_INPUT.`,
    access: { permission: 'TRANSPARENCY_READ' },
    args: {
      from: t.arg({ type: 'DateTime', required: true, description: 'Beginning of the span.' }),
      until: t.arg({
        type: 'DateTime',
        required: true,
        description: 'End of the span, which is not in it. May be in the future.',
      }),
    },
    resolve: (_root, span, ctx) => adminGetTransparencyReport(adminSignedIn(ctx), span),
  }),
);
