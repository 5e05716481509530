import { dateFormat, numberFormat } from '../parts/formats.ts';
import { useSpeech } from '../texts/texts.tsx';
import type { DayViewsFragment, SourceViewsFragment } from './statistics.generated.ts';
import '../styles/statistics.css';

type Figures = {
  readonly viewCount: number;
  /** Of one post alone: viewers of several posts are not counted once. */
  readonly reach?: number;
  readonly averageDurationMs: number | null;
  readonly reactionCount: number;
  readonly commentCount: number;
  readonly repostCount: number;
  readonly saveCount: number;
  readonly days: readonly DayViewsFragment[];
  readonly sources: readonly SourceViewsFragment[];
};

/** Numbers of a range of days, its views by day and by source. */
export function FiguresView({ of }: { readonly of: Figures }) {
  const { locale, texts } = useSpeech();
  const { statistics } = texts;
  const say = (value: number): string => numberFormat(locale).format(value);
  const seconds = numberFormat(locale, { style: 'unit', unit: 'second', maximumFractionDigits: 1 });
  const numbers = [
    [statistics.views, say(of.viewCount)],
    ...(of.reach === undefined ? [] : [[statistics.reach, say(of.reach)]]),
    [statistics.reactions, say(of.reactionCount)],
    [statistics.comments, say(of.commentCount)],
    [statistics.reposts, say(of.repostCount)],
    [statistics.saves, say(of.saveCount)],
    ...(of.averageDurationMs === null
      ? []
      : [[statistics.duration, seconds.format(of.averageDurationMs / 1_000)]]),
  ];
  const sources = of.sources
    .filter(({ viewCount }) => viewCount > 0)
    .toSorted((one, other) => other.viewCount - one.viewCount);
  return (
    <div className="figures">
      <dl className="figures-numbers">
        {numbers.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      <Days of={of.days} />
      {sources.length > 0 && (
        <section aria-labelledby="figures-sources">
          <h3 id="figures-sources">{statistics.bySource}</h3>
          <ul className="rows">
            {sources.map(({ source, viewCount }) => (
              <li key={source} className="row">
                <span className="row-texts">{statistics.sources[source]}</span>
                {say(viewCount)}
              </li>
            ))}
          </ul>
        </section>
      )}
    </div>
  );
}

/** Bars of the views of each day; the numbers are in a table for those who cannot see them. */
function Days({ of }: { readonly of: readonly DayViewsFragment[] }) {
  const { locale, texts } = useSpeech();
  const { statistics } = texts;
  const most = Math.max(1, ...of.map(({ viewCount }) => viewCount));
  // Days begin at midnight of UTC.
  const name = (at: string): string =>
    dateFormat(locale, { day: 'numeric', month: 'short', timeZone: 'UTC' }).format(new Date(at));
  const [first, last] = [of[0], of.at(-1)];
  return (
    <section aria-labelledby="figures-days">
      <h3 id="figures-days">{statistics.byDay}</h3>
      <svg
        className="figures-days"
        viewBox={`0 0 ${of.length * BAR} ${HEIGHT}`}
        preserveAspectRatio="none"
        aria-hidden="true"
      >
        {of.map(({ startsAt, viewCount }, index) => {
          const height = Math.max(1, (viewCount / most) * HEIGHT);
          return (
            <rect key={startsAt} x={index * BAR} y={HEIGHT - height} width={BAR * 0.7} height={height}>
              <title>{`${name(startsAt)}: ${viewCount}`}</title>
            </rect>
          );
        })}
      </svg>
      {first && last && (
        <p className="figures-ends" aria-hidden="true">
          <span>{name(first.startsAt)}</span>
          <span>{name(last.startsAt)}</span>
        </p>
      )}
      <table className="visually-hidden">
        <caption>{statistics.byDay}</caption>
        <tbody>
          {of.map(({ startsAt, viewCount }) => (
            <tr key={startsAt}>
              <th scope="row">{name(startsAt)}</th>
              <td>{numberFormat(locale).format(viewCount)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const BAR = 10;
const HEIGHT = 100;
