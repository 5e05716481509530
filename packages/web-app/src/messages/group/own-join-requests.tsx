import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CancelJoinRequestDocument } from './join.generated.ts';
import { MyJoinRequestsDocument } from './own-join-requests.generated.ts';

const PAGE = 20;

/** Groups that the reader has asked to join; nothing where there are none. */
export function OwnJoinRequests() {
  const { common, messages } = useTexts();
  const result = useQuery(MyJoinRequestsDocument, {
    variables: { first: PAGE },
    // An admin's answer takes a request away.
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { act, isActing, refusals } = useAct(CancelJoinRequestDocument);
  const { edges = [], pageInfo } = result.data?.myJoinRequests ?? {};
  if (edges.length === 0) return null;
  return (
    <section className="details-part" aria-labelledby="own-join-requests">
      <h2 className="section-title" id="own-join-requests">
        {messages.ownJoinRequests}
      </h2>
      <ul className="participants">
        {edges.map(({ node: { id, groupTitle, createdAt } }) => (
          <li key={id} className="participant">
            <span className="found-names">
              <span className="name" dir="auto">
                {groupTitle ?? messages.unnamedGroup}
              </span>
              <span className="username">
                <Time at={createdAt} />
              </span>
            </span>
            <Button
              aria-label={messages.cancelJoin(groupTitle ?? messages.unnamedGroup)}
              disabled={isActing}
              onClick={() =>
                void act({
                  variables: { input: { requestId: id } },
                  refetchQueries: [MyJoinRequestsDocument],
                })
              }
            >
              {common.cancel}
            </Button>
          </li>
        ))}
      </ul>
      <Refusals of={refusals} />
      <More
        hasMore={pageInfo?.hasNextPage ?? false}
        onMore={() => result.fetchMore({ variables: { after: pageInfo?.endCursor } })}
      />
    </section>
  );
}
