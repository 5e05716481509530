import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useEvents } from '../../api/use-events.ts';
import { useDateText } from '../../parts/formats.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { type MemberFragment, MembersDocument, SubscriptionEventsDocument } from './members.generated.ts';

const PAGE = 20;

export function Members() {
  const { creator } = useTexts();
  const result = useQuery(MembersDocument, { variables: { first: PAGE } });
  const list = result.data?.mySubscribers;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  // Members who come are new in the list, and those who leave are there no more.
  useEvents(SubscriptionEventsDocument, () => void result.refetch());
  return (
    <Screen title={creator.members} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={creator.noMembers} text={creator.noMembersText} />}
        <ul className="rows padded">
          {list?.edges.map(({ node }) => (
            <MemberItem key={node.id} of={node} />
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

function MemberItem({ of }: { readonly of: MemberFragment }) {
  const { creator } = useTexts();
  const day = useDateText();
  const { subscriber } = of;
  return (
    <li className="row">
      <Avatar of={subscriber ?? { displayName: creator.somebody, avatar: null }} size={40} />
      <span className="row-texts">
        {subscriber ? (
          <Link to="/u/$username" params={{ username: subscriber.username }} className="name" dir="auto">
            {subscriber.displayName}
          </Link>
        ) : (
          <span>{creator.somebody}</span>
        )}
        <span className="row-quiet">
          <span dir="auto">{of.tier?.title}</span> · {creator.since(day(of.createdAt))}
        </span>
      </span>
      <span className="tag">
        {of.endsAtPeriodEnd ? creator.endsOn(day(of.periodEndsAt)) : creator.states[of.state]}
      </span>
    </li>
  );
}
