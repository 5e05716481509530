import { useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { Link } from '@tanstack/react-router';
import { PhoneIncoming, PhoneMissed, PhoneOutgoing, Video } from 'lucide-react';
import { useEvents } from '../../api/use-events.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { CallEndsDocument } from '../calls.generated.ts';
import { CallHistoryDocument, type PastCallFragment } from './history.generated.ts';

const PAGE = 20;

/** Calls that are over, missed ones among them. */
export function CallHistory() {
  const { calls } = useTexts();
  const result = useQuery(CallHistoryDocument, {
    variables: { first: PAGE },
    // The screen of a call keeps no list of those that are over.
    fetchPolicy: 'cache-and-network',
  });
  const list = result.data?.callHistory;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  useEvents(CallEndsDocument, () => void result.refetch());
  return (
    <Screen title={calls.history} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={calls.noHistory} text={calls.noHistoryText} />}
        <ul className="rows padded">
          {list?.edges.map(({ node }) => (
            <PastCall key={node.id} of={node} />
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

const SECONDS_OF_MINUTE = 60;

function PastCall({ of }: { readonly of: PastCallFragment }) {
  const { calls, messages } = useTexts();
  const { user } = useSession();
  const { conversation, durationSeconds, kind } = of;
  const isOwn = of.starter?.id === user;
  const isMissed = of.viewer?.invitation === 'MISSED' || of.viewer?.invitation === 'CANCELLED';
  const minutes = Math.max(1, Math.round((durationSeconds ?? 0) / SECONDS_OF_MINUTE));
  const name =
    conversation?.viewer?.displayTitle ??
    (conversation?.kind === 'GROUP' ? messages.unnamedGroup : calls.somebody);
  const Way = isOwn ? PhoneOutgoing : isMissed ? PhoneMissed : PhoneIncoming;
  return (
    <li className="row">
      <Avatar of={{ displayName: name, avatar: conversation?.viewer?.displayAvatar ?? null }} size={36} />
      <span className="row-texts">
        {conversation ? (
          <Link to="/messages/$id" params={{ id: conversation.id }} className="name" dir="auto">
            {name}
          </Link>
        ) : (
          <span>{name}</span>
        )}
        <span className="row-quiet">
          <Way aria-hidden="true" size={14} />{' '}
          {isOwn ? calls.outgoing : isMissed ? calls.missed : calls.incoming}
          {' · '}
          {kind === 'VIDEO' && <Video role="img" aria-label={calls.videoCall} size={14} />}{' '}
          {durationSeconds === null ? calls.endReasons[of.endReason ?? 'COMPLETED'] : calls.minutes(minutes)}
          {' · '}
          <Time at={of.createdAt} />
        </span>
      </span>
    </li>
  );
}
