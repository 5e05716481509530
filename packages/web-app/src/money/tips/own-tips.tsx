import { useQuery } from '@apollo/client/react';
import { useEvents } from '../../api/use-events.ts';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { MyReceivedTipsDocument, MySentTipsDocument } from './own-tips.generated.ts';
import { TipItem } from './tip-item.tsx';
import { TipsReceivedDocument } from './tips.generated.ts';

/** The dialog that gives tips keeps no list of them: each visit asks. */
const OPTIONS = { variables: { first: 20 }, fetchPolicy: 'cache-and-network' } as const;

/** Tips that the user gave and got, for whatever they were. */
export function OwnTips() {
  const { creator, money } = useTexts();
  return (
    <Screen title={creator.tips} hasBack>
      <Tabs
        label={creator.tips}
        tabs={[
          { value: 'sent', name: money.tipsSent, content: <SentTips /> },
          { value: 'received', name: money.tipsReceived, content: <ReceivedTips /> },
        ]}
      />
    </Screen>
  );
}

function SentTips() {
  const { money } = useTexts();
  const result = useQuery(MySentTipsDocument, OPTIONS);
  const list = result.data?.mySentTips;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={money.noTipsSent} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <TipItem key={node.id} of={node} person={node.receiver} />
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

function ReceivedTips() {
  const { creator } = useTexts();
  const result = useQuery(MyReceivedTipsDocument, OPTIONS);
  const list = result.data?.myReceivedTips;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  useEvents(TipsReceivedDocument, () => void result.refetch());
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={creator.noTips} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <TipItem key={node.id} of={node} person={node.sender} />
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}
