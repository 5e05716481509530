import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { JoinRequestsDocument } from './details.generated.ts';
import { AcceptJoinRequestDocument, RejectJoinRequestDocument } from './group-acts.generated.ts';

const SHOWN = 50;

/** People who wait to join a group by a link. */
export function JoinRequests({ conversationId }: { readonly conversationId: string }) {
  const { messages } = useTexts();
  const { data } = useQuery(JoinRequestsDocument, {
    variables: { conversationId, first: SHOWN },
    fetchPolicy: 'cache-and-network',
  });
  const accepting = useAct(AcceptJoinRequestDocument);
  const rejecting = useAct(RejectJoinRequestDocument);
  const requests = data?.conversationJoinRequests?.nodes ?? [];
  if (requests.length === 0) return null;
  const options = (requestId: string) => ({
    variables: { input: { requestId } },
    refetchQueries: [JoinRequestsDocument],
  });
  return (
    <section className="details-part" aria-label={messages.joinRequests}>
      <h3>{messages.joinRequests}</h3>
      <ul className="participants">
        {requests.map(({ id, user }) => (
          <li key={id} className="participant">
            <Avatar of={user} size={40} />
            <span className="found-names">
              <span className="name" dir="auto">
                {user?.displayName ?? messages.somebody}
              </span>
              <span className="username">{user && `@${user.username}`}</span>
            </span>
            <Button kind="main" onClick={() => void accepting.act(options(id))}>
              {messages.accept}
            </Button>
            <Button onClick={() => void rejecting.act(options(id))}>{messages.decline}</Button>
          </li>
        ))}
      </ul>
      <Refusals of={[...accepting.refusals, ...rejecting.refusals]} />
    </section>
  );
}
