import { useSpeech } from '../../texts/texts.tsx';
import type { CreatorQuery } from './tiers.generated.ts';

/** Months of subscriptions, the newest first. */
export function Statistics({ of }: { readonly of: NonNullable<CreatorQuery['creatorStats']>['months'] }) {
  const { locale, texts } = useSpeech();
  const { creator } = texts;
  const name = (month: string): string =>
    new Date(`${month.slice(0, 7)}-15T12:00:00Z`).toLocaleDateString(locale, {
      month: 'short',
      year: 'numeric',
    });
  const say = (value: number): string => value.toLocaleString(locale);
  return (
    <section className="settings-part" aria-labelledby="statistics">
      <h2 id="statistics">{creator.statistics}</h2>
      <table className="months">
        <thead>
          <tr>
            <th scope="col">{creator.month}</th>
            <th scope="col">{creator.started}</th>
            <th scope="col">{creator.ended}</th>
            <th scope="col">{creator.earned}</th>
          </tr>
        </thead>
        <tbody>
          {of.map(({ month, startedCount, endedCount, earnedCoins }) => (
            <tr key={month}>
              <th scope="row">{name(month)}</th>
              <td>{say(startedCount)}</td>
              <td>{say(endedCount)}</td>
              <td>{say(earnedCoins)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}
