import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useEvents } from '../../api/use-events.ts';
import { Coins, useMoney } from '../../money/amounts.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type OwnSubscriptionFragment,
  SubscriptionEventsDocument,
  SubscriptionsDocument,
} from './members.generated.ts';
import { SubscriptionActs } from './subscription-acts.tsx';

const PAGE = 20;

export function Subscriptions() {
  const { creator, money } = useTexts();
  const result = useQuery(SubscriptionsDocument, { variables: { first: PAGE } });
  const list = result.data?.mySubscriptions;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  useEvents(SubscriptionEventsDocument);
  return (
    <Screen title={money.subscriptions} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && (
          <Empty title={creator.noSubscriptions} text={creator.noSubscriptionsText} />
        )}
        <ul className="tiers">
          {list?.edges.map(({ node }) => (
            <li key={node.id}>
              <SubscriptionCard of={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

function SubscriptionCard({ of }: { readonly of: OwnSubscriptionFragment }) {
  const { creator } = useTexts();
  const { creator: who } = of;
  const say = useMoney();
  return (
    <article className="tier" aria-label={who?.displayName ?? creator.somebody}>
      <header className="row">
        <Avatar of={who} size={44} />
        <span className="row-texts">
          {who ? (
            <Link to="/u/$username/tiers" params={{ username: who.username }} className="name" dir="auto">
              {who.displayName}
            </Link>
          ) : (
            <span>{creator.somebody}</span>
          )}
          <span className="row-quiet" dir="auto">
            {of.tier?.title}
          </span>
        </span>
        <span className="tier-price">
          {of.price ? say(of.price) : <Coins of={of.priceCoins} />}
          <span className="row-quiet">{creator.intervals[of.interval]}</span>
        </span>
      </header>
      <SubscriptionState of={of} />
      <SubscriptionActs of={of} />
    </article>
  );
}

export function SubscriptionState({ of }: { readonly of: OwnSubscriptionFragment }) {
  const { creator } = useTexts();
  const day = useDateText();
  const end = day(of.periodEndsAt);
  return (
    <p role="status">
      <span className={of.state === 'ACTIVE' || of.state === 'TRIALING' ? 'tag tag-good' : 'tag'}>
        {creator.states[of.state]}
      </span>{' '}
      {of.state === 'ENDED'
        ? of.endReason !== null && creator.endReasons[of.endReason]
        : of.state === 'PAST_DUE' && of.accessEndsAt !== null
          ? creator.payUntil(day(of.accessEndsAt))
          : of.state !== 'INCOMPLETE' && (of.endsAtPeriodEnd ? creator.endsOn(end) : creator.renewsOn(end))}
      {of.nextTierId !== null && of.nextTierId !== of.tierId && ` ${creator.changesThen}`}
    </p>
  );
}
