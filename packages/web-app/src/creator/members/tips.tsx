import { skipToken, useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { useState } from 'react';
import type { TopTippersPeriod } from '../../generated/schema.ts';
import { Coins } from '../../money/amounts.tsx';
import { TipItem, TipPerson } from '../../money/tips/tip-item.tsx';
import { Choices } from '../../parts/choices.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ReceivedTipsDocument } from './tips.generated.ts';

const PAGE = 20;
const PERIODS: readonly TopTippersPeriod[] = ['DAY', 'WEEK', 'MONTH', 'ALL'];

/** Tips for the profile of the user, and those who gave most. */
export function Tips() {
  const { creator } = useTexts();
  const { user } = useSession();
  const [period, setPeriod] = useState<TopTippersPeriod>('MONTH');
  const result = useQuery(
    ReceivedTipsDocument,
    user ? { variables: { userId: user, period, first: PAGE } } : skipToken,
  );
  const { tips, topTippers } = result.data ?? result.previousData ?? {};
  const { endCursor, hasNextPage = false } = tips?.pageInfo ?? {};
  return (
    <Screen title={creator.tips} hasBack>
      <Loading of={result} has={tips != null}>
        <section className="settings-part" aria-labelledby="top-tippers">
          <h2 id="top-tippers">{creator.topTippers}</h2>
          <Choices
            legend={creator.period}
            choices={PERIODS.map((value) => ({ value, name: creator.periods[value] }))}
            value={period}
            onChange={setPeriod}
          />
          {topTippers?.length === 0 && <p>{creator.noTips}</p>}
          <ol className="rows">
            {topTippers?.map(({ user: tipper, coins }, index) => (
              <li key={tipper?.id ?? index} className="row">
                <TipPerson of={tipper} />
                <span className="sum">
                  <Coins of={coins} />
                </span>
              </li>
            ))}
          </ol>
        </section>
        <section className="settings-part" aria-labelledby="tips">
          <h2 id="tips">{creator.tips}</h2>
          {tips?.edges.length === 0 && <Empty title={creator.noTips} />}
          <ul className="rows">
            {tips?.edges.map(({ node }) => (
              <TipItem key={node.id} of={node} person={node.sender} />
            ))}
          </ul>
          <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
        </section>
      </Loading>
    </Screen>
  );
}
