import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { More } from '../../parts/more.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { Coins } from '../amounts.tsx';
import { BoughtMessagesDocument, type BoughtMessagesQuery } from './records.generated.ts';

const PAGE = 20;

type Bought = NonNullable<BoughtMessagesQuery['myUnlockedMessages']>['edges'][number]['node'];

/** Paid messages that the user has unlocked, each with the way to its conversation. */
export function BoughtMessages() {
  const { money } = useTexts();
  const result = useQuery(BoughtMessagesDocument, {
    variables: { first: PAGE },
    // Messages are unlocked in conversations, which keep no list of them.
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.myUnlockedMessages;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={money.nothingYet} />}
      <ul className="rows padded">
        {list?.edges.map(({ node }) => (
          <BoughtItem key={node.id} of={node} />
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}

function BoughtItem({ of: { createdAt, message, priceCoins, seller, state } }: { readonly of: Bought }) {
  const { messages } = useTexts();
  const name = seller?.displayName ?? messages.somebody;
  return (
    <li className="row">
      <span className="row-texts">
        {message?.conversation ? (
          <Link to="/messages/$id" params={{ id: message.conversation.id }} className="name" dir="auto">
            {name}
          </Link>
        ) : (
          <span dir="auto">{name}</span>
        )}
        <span className="row-quiet">
          {state === 'REFUNDED' && `${messages.givenBack} · `}
          <Time at={createdAt} />
        </span>
      </span>
      <span className="sum">
        <Coins of={priceCoins} />
      </span>
    </li>
  );
}
