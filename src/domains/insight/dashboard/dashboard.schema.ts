import { adminSignedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { entriesOf } from '#platform/kernel/records.ts';
import { adminGetDashboard, adminGetQueues, COHORTS } from './dashboard.service.ts';
import type {
  Dashboard,
  DashboardCohort,
  DashboardGranularity,
  DashboardPeriod,
  DashboardSeries,
  FollowerLag,
  Queues,
} from './dashboard.types.ts';
import { type Measure, MEASURES } from './measures.policy.ts';
import { HOURS_KEPT_DAYS } from './periods.policy.ts';

const MeasureRef = builder.enumType('AdminMeasure', {
  description:
    'A number of the product. Sums keep what is taken back, deleted or erased later; what says "at the end of the day" or "to the end of the day" does not add up.',
  values: Object.fromEntries(
    entriesOf(MEASURES).map(([measure, { text }]) => [measure, { description: text }]),
    // The keys of that table are the measures.
  ) as Record<Measure, { description: string }>,
});

const GranularityRef = builder.enumType('AdminDashboardGranularity', {
  description: 'The length of the periods, in UTC.',
  values: {
    HOUR: { description: `Hours, kept for ${HOURS_KEPT_DAYS} days.` },
    DAY: { description: 'Days from midnight to midnight.' },
    WEEK: { description: 'Weeks from Monday on.' },
    MONTH: { description: 'Months from the first on.' },
  } satisfies Record<DashboardGranularity, { description: string }>,
});

const PeriodRef = builder.objectRef<DashboardPeriod>('AdminDashboardPeriod').implement({
  description: 'A period of the dashboard, in UTC.',
  fields: (t) => ({
    startsAt: t.field({
      type: 'DateTime',
      description: 'Beginning of the period.',
      resolve: ({ startsAt }) => startsAt,
    }),
    isComplete: t.exposeBoolean('isComplete', {
      description:
        'Whether all that happened in it is counted. Coins and payments that were committed late are added a day later.',
    }),
  }),
});

const SeriesRef = builder.objectRef<DashboardSeries>('AdminMeasureSeries').implement({
  description: 'The values of a measure.',
  fields: (t) => ({
    key: t.field({ type: MeasureRef, description: 'The measure.', resolve: ({ key }) => key }),
    part: t.exposeString('part', {
      nullable: true,
      description: 'The currency or the action that is counted. Null where the measure is not split.',
    }),
    total: t.exposeFloat('total', {
      nullable: true,
      description:
        'The sum of the values; of what does not add up, the last one. Null where nothing is known.',
    }),
    previousTotal: t.exposeFloat('previousTotal', {
      nullable: true,
      description: 'The total of as many periods before. Null where nothing is known.',
    }),
    values: t.field({
      type: ['Float'],
      nullable: { list: false, items: true },
      description:
        'The value of each of `periods`, at most {dashboardPeriods}. Of what does not add up, that of the last day with one; null without any.',
      extensions: listSize('dashboardPeriods'),
      resolve: ({ values }) => values,
    }),
  }),
});

const CohortRef = builder.objectRef<DashboardCohort>('AdminCohort').implement({
  description: 'Users who registered in a month, in UTC.',
  fields: (t) => ({
    month: t.exposeString('month', { description: 'The month, such as `2026-11`.' }),
    registeredCount: t.exposeFloat('registeredCount', { description: 'Number of users who registered.' }),
    activeCounts: t.field({
      type: ['Int'],
      description: `How many of them were there in the month, and in each one after it up to the last of the dashboard; at most ${COHORTS}. Includes those whose accounts are erased since.`,
      extensions: listSize(COHORTS),
      resolve: ({ activeCounts }) => [...activeCounts],
    }),
  }),
});

const DashboardRef = builder.objectRef<Dashboard>('AdminDashboard').implement({
  description: 'Numbers of the product, of whole periods in UTC, and of no single user.',
  fields: (t) => ({
    periods: t.field({
      type: [PeriodRef],
      description:
        'The periods with anything between the times that were asked for, at most {dashboardPeriods}, in order.',
      extensions: listSize('dashboardPeriods'),
      resolve: ({ periods }) => [...periods],
    }),
    measures: t.field({
      type: [SeriesRef],
      description:
        'The measures in the order in which they were asked for, at most {dashboardSeries} series. Those of coins and payments are left out without the permission PAYMENTS_READ.',
      extensions: listSize('dashboardSeries'),
      resolve: ({ measures }) => [...measures],
    }),
    cohorts: t.field({
      type: [CohortRef],
      description: `The cohorts of ${COHORTS} months up to that of \`until\`, oldest first.`,
      extensions: listSize(COHORTS),
      resolve: ({ cohorts }) => [...cohorts],
    }),
    updatedAt: t.field({
      type: 'DateTime',
      description: 'Time up to which events are counted.',
      resolve: ({ updatedAt }) => updatedAt,
    }),
  }),
});

const FollowerLagRef = builder.objectRef<FollowerLag>('AdminFollowerLag').implement({
  description: 'How far a follower of the event log is behind.',
  fields: (t) => ({
    name: t.string({ description: 'The follower.', resolve: ({ follower }) => follower }),
    eventCount: t.float({
      description: 'Number of events that it has not passed.',
      resolve: ({ events }) => events,
    }),
    seconds: t.float({
      description: 'Age of the first of them in seconds; 0 when there is none.',
      resolve: ({ seconds }) => seconds,
    }),
  }),
});

const FOLLOWERS_MAX = 50;

const QueuesRef = builder.objectRef<Queues>('AdminQueues').implement({
  description: 'Work that waits for admins and for the product. Counts end at {dashboardQueueCount}.',
  fields: (t) => ({
    openCaseCount: t.exposeInt('openCaseCount', {
      description: 'Number of cases that are not closed, up to {dashboardQueueCount}.',
    }),
    oldestCaseAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'Time at which the oldest of them was opened. Null without any.',
      resolve: ({ oldestCaseAt }) => oldestCaseAt,
    }),
    pendingAdjustmentCount: t.exposeInt('pendingAdjustmentCount', {
      description:
        'Number of adjustments of coins that wait for a second admin, up to {dashboardQueueCount}.',
    }),
    failedScanCount: t.exposeInt('failedScanCount', {
      description: 'Number of scans that have failed for good, up to {dashboardQueueCount}.',
    }),
    followers: t.field({
      type: [FollowerLagRef],
      description: `The followers of the event log, at most ${FOLLOWERS_MAX}.`,
      extensions: listSize(FOLLOWERS_MAX),
      resolve: ({ followers }) => followers.slice(0, FOLLOWERS_MAX),
    }),
  }),
});

const READ = { permission: 'DASHBOARD_READ' } as const;

builder.queryField('adminGetDashboard', (t) =>
  t.field({
    type: DashboardRef,
    nullable: true,
    description:
      'Numbers of the product in at most {dashboardDays} days, by periods in UTC. Measures of coins and payments are left out without the permission PAYMENTS_READ.',
    access: READ,
    args: {
      from: t.arg({
        type: 'DateTime',
        required: true,
        description: 'Beginning; the whole period of it is shown.',
      }),
      until: t.arg({
        type: 'DateTime',
        required: true,
        description: 'End, which is not in it; a period that it cuts is shown whole. May be in the future.',
      }),
      granularity: t.arg({ type: GranularityRef, required: true, description: 'The length of the periods.' }),
      measures: t.arg({
        type: [MeasureRef],
        required: true,
        description: 'Measures to show, 1 to {dashboardMeasures}.',
      }),
    },
    resolve: (_root, asked, ctx) => adminGetDashboard(adminSignedIn(ctx), asked),
  }),
);

builder.queryField('adminGetQueues', (t) =>
  t.field({
    type: QueuesRef,
    nullable: true,
    description: 'Work that waits for admins and for the product.',
    access: READ,
    resolve: (_root, _args, ctx) => adminGetQueues(adminSignedIn(ctx)),
  }),
);
