import { useApolloClient, useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  AcceptFollowRequestDocument,
  FollowRequestsDocument,
  type FollowRequestsQuery,
  RejectFollowRequestDocument,
} from './requests.generated.ts';
import '../../styles/people.css';

const PAGE = 30;

export function Requests() {
  const { people } = useTexts();
  const result = useQuery(FollowRequestsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const [said, setSaid] = useState('');
  const list = result.data?.myFollowRequests;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={people.requests} hasBack>
      <p className="visually-hidden" role="status">
        {said}
      </p>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={people.noRequests} text={people.noRequestsText} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.user.id}>
              <RequestRow request={node} ownId={result.data?.me?.id} onSaid={setSaid} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

type Request = NonNullable<FollowRequestsQuery['myFollowRequests']>['edges'][number]['node'];

function RequestRow({
  request: { user, createdAt },
  ownId,
  onSaid,
}: {
  readonly request: Request;
  /** Of the reader's account, which counts its requests. */
  readonly ownId: string | undefined;
  readonly onSaid: (text: string) => void;
}) {
  const { people } = useTexts();
  const { cache } = useApolloClient();
  const accepting = useAct(AcceptFollowRequestDocument);
  const rejecting = useAct(RejectFollowRequestDocument);
  const isActing = accepting.isActing || rejecting.isActing;

  async function answer(by: typeof accepting | typeof rejecting, text: string): Promise<void> {
    if (!(await by.act({ variables: { input: { userId: user.id } } }))) return;
    onSaid(text);
    cache.evict({ id: 'ROOT_QUERY', fieldName: 'myFollowRequests' });
    const me = cache.identify({ __typename: 'Me', id: ownId ?? '' }) ?? '';
    cache.evict({ id: me, fieldName: 'followRequestCount' });
  }

  return (
    <div className="person-row">
      <Link to="/u/$username" params={{ username: user.username }} className="person">
        <Avatar of={user} size={48} />
        <span className="person-names">
          <span className="name" dir="auto">
            {user.displayName}
          </span>
          <span className="username">@{user.username}</span>
          <span className="person-note">
            <Time at={createdAt} />
          </span>
        </span>
      </Link>
      <div className="person-acts">
        <Button
          kind="main"
          aria-label={people.acceptName(user.displayName)}
          disabled={isActing}
          onClick={() => void answer(accepting, people.accepted(user.displayName))}
        >
          {people.accept}
        </Button>
        <Button
          aria-label={people.rejectName(user.displayName)}
          disabled={isActing}
          onClick={() => void answer(rejecting, people.rejected(user.displayName))}
        >
          {people.reject}
        </Button>
        <Refusals of={[...accepting.refusals, ...rejecting.refusals]} />
      </div>
    </div>
  );
}
