import { useQuery } from '@apollo/client/react';
import { useEvents } from '../../api/use-events.ts';
import { More } from '../../parts/more.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CallChangesDocument, CallWatchersDocument, type RunningCallFragment } from '../calls.generated.ts';
import { MemberRow } from './member-row.tsx';

const PAGE = 30;
const PAGE_MAX = 100;

/** Members in viewer mode, whom hosts alone see; a request of its own, since a call can have thousands. */
export function Watchers({
  of,
  userId,
}: {
  readonly of: RunningCallFragment;
  readonly userId: string | null | undefined;
}) {
  const { calls } = useTexts();
  const result = useQuery(CallWatchersDocument, {
    variables: { id: of.id, first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { nodes = [], pageInfo } = result.data?.call?.members ?? {};
  // People who are shown are asked for again, as far as one page goes.
  useEvents(CallChangesDocument, ({ callStatusChanged: { call } }) => {
    if (call.id !== of.id) return;
    void result.refetch({ first: Math.min(PAGE_MAX, Math.max(PAGE, nodes.length)) });
  });
  return (
    <>
      <h3>{calls.watching(of.watchingCount)}</h3>
      <ul>
        {nodes.map((member, index) => (
          <li key={member.user?.id ?? `hidden ${index}`}>
            <MemberRow of={of} member={member} userId={userId} />
          </li>
        ))}
      </ul>
      <More
        hasMore={pageInfo?.hasNextPage ?? false}
        onMore={() => result.fetchMore({ variables: { after: pageInfo?.endCursor } })}
      />
    </>
  );
}
