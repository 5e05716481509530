import { useMemo, useState } from 'react';
import {
  type AdminDashboardGranularity,
  type AdminMeasure,
  GetDashboardDocument,
  type GetDashboardQuery,
  GetQueuesDocument,
} from '../generated/graphql.ts';
import { useAsk, useMay } from '../api/hooks.ts';
import { Choice } from '../parts/field.tsx';
import { Page } from '../parts/frame.tsx';
import { majorOf, moneyText } from '../parts/money.ts';
import { Series } from '../parts/series.tsx';
import { Facts, Failure, Loading, Moment, number, words } from '../parts/text.tsx';

const PEOPLE: readonly AdminMeasure[] = [
  'USERS_NEW',
  'USERS_ACTIVE_DAY',
  'USERS_ACTIVE_MONTH',
  'USERS_DELETED',
  'POSTS',
  'COMMENTS',
  'REACTIONS',
  'FOLLOWS',
  'MESSAGES',
  'VIEWS',
  'CALLS',
  'REPORTS_OPENED',
  'REPORTS_CLOSED',
  'DECISIONS',
];
const MONEY: readonly AdminMeasure[] = ['REVENUE', 'REFUNDS', 'COINS_SOLD', 'COINS_SPENT', 'COINS_TIPPED'];

const SPANS = ['7_DAYS', '30_DAYS', '90_DAYS', '365_DAYS'] as const;
type Span = (typeof SPANS)[number];
const STEP: Readonly<Record<Span, AdminDashboardGranularity>> = {
  '7_DAYS': 'DAY',
  '30_DAYS': 'DAY',
  '90_DAYS': 'DAY',
  '365_DAYS': 'WEEK',
};
const DAY_MS = 86_400_000;

export function DashboardPage() {
  const may = useMay();
  const [span, setSpan] = useState<Span>('30_DAYS');
  const variables = useMemo(() => {
    const until = Math.floor(Date.now() / DAY_MS + 1) * DAY_MS;
    const from = until - Number.parseInt(span, 10) * DAY_MS;
    return { from: new Date(from).toISOString(), until: new Date(until).toISOString() };
  }, [span]);
  const measures = may('PAYMENTS_READ') ? [...PEOPLE, ...MONEY] : [...PEOPLE];
  const { data, error } = useAsk(
    GetDashboardDocument,
    { ...variables, granularity: STEP[span], measures },
    { isPolled: true },
  );
  const dashboard = data?.adminGetDashboard;
  return (
    <Page
      title="Dashboard"
      actions={
        <Choice
          label="Span, in UTC"
          options={SPANS}
          value={span}
          onChange={(next) => setSpan(next || span)}
        />
      }
    >
      <Queues />
      <Failure error={error} />
      {!dashboard && !error && <Loading />}
      {dashboard && <Measures dashboard={dashboard} />}
      {dashboard && dashboard.cohorts.length > 0 && <Cohorts cohorts={dashboard.cohorts} />}
    </Page>
  );
}

function Queues() {
  const { data, error } = useAsk(GetQueuesDocument, {}, { isPolled: true });
  const queues = data?.adminGetQueues;
  if (error) return <Failure error={error} />;
  if (!queues) return <Loading />;
  const slowest = queues.followers.reduce((most, { seconds }) => Math.max(most, seconds), 0);
  return (
    <section className="card" aria-label="Waiting work">
      <Facts
        facts={[
          ['Open cases', number(queues.openCaseCount)],
          ['Oldest case', <Moment at={queues.oldestCaseAt} />],
          ['Adjustments that wait', number(queues.pendingAdjustmentCount)],
          ['Failed scans', number(queues.failedScanCount)],
          ['Events behind', `${number(Math.round(slowest))} s`],
        ]}
      />
    </section>
  );
}

type Dashboard = NonNullable<GetDashboardQuery['adminGetDashboard']>;

const Measures = ({ dashboard: { measures, periods, updatedAt } }: { dashboard: Dashboard }) => (
  <>
    <div className="cards">
      {measures.map((measure) => {
        const { key, part, total, previousTotal } = measure;
        const name = part ? `${words(key)} · ${words(part)}` : words(key);
        return (
          <section key={name} className="card" aria-label={name}>
            <h2 className="small quiet">{name}</h2>
            <p className="figure">{shown(measure, total)}</p>
            <p className="small quiet">
              {previousTotal == null ? ' ' : `${shown(measure, previousTotal)} in the span before`}
            </p>
            <Series name={name} times={periods.map(({ startsAt }) => startsAt)} values={valuesOf(measure)} />
          </section>
        );
      })}
    </div>
    <p className="small quiet">
      Counted up to <Moment at={updatedAt} />. Days are those of UTC; the last one is not complete.
    </p>
  </>
);

type Counted = Pick<Dashboard['measures'][number], 'key' | 'part'>;

/** The currency of a measure of money, which comes in its smallest unit. */
const currencyOf = ({ key, part }: Counted): string | null =>
  key === 'REVENUE' || key === 'REFUNDS' ? (part ?? null) : null;

function shown(counted: Counted, value: number | null | undefined): string {
  if (value == null) return '–';
  const currency = currencyOf(counted);
  return currency === null ? number(Math.round(value)) : moneyText({ amountMinor: value, currency });
}

function valuesOf(measure: Dashboard['measures'][number]): (number | null)[] {
  const currency = currencyOf(measure);
  return measure.values.map((value) => {
    if (value == null || currency === null) return value ?? null;
    return majorOf({ amountMinor: value, currency });
  });
}

const Cohorts = ({ cohorts }: { cohorts: Dashboard['cohorts'] }) => (
  <section className="card">
    <h2>Who comes back</h2>
    <p className="small quiet">
      Users by the month of their registration, and how many were there in each month since.
    </p>
    <div className="table-box cohorts">
      <table aria-label="Users who come back">
        <thead>
          <tr>
            <th scope="col">Month</th>
            <th scope="col">Registered</th>
            {cohorts[0]?.activeCounts.map((_count, index) => (
              <th key={index} scope="col">
                {index}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {cohorts.map(({ month, registeredCount, activeCounts }) => (
            <tr key={month}>
              <td data-label="Month">{month}</td>
              <td data-label="Registered">{number(registeredCount)}</td>
              {activeCounts.map((count, index) => (
                <td key={index} data-label={`After ${index} months`}>
                  {number(count)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  </section>
);
