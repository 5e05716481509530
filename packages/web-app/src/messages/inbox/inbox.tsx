import { useQuery } from '@apollo/client/react';
import { Link, useSearch } from '@tanstack/react-router';
import { CheckCheck, Phone, SquarePen, UsersRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { UnreadCountsDocument } from '../../live/live.generated.ts';
import type { Inbox as InboxName } from '../../generated/schema.ts';
import { IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ConversationItem } from './conversation-item.tsx';
import type { ConversationRowFragment } from './conversation-row.generated.ts';
import { MarkInboxReadDocument } from './inbox-acts.generated.ts';
import { InboxDocument } from './inbox.generated.ts';
import { NewConversation } from './new-conversation.tsx';
import { useKept } from '../../parts/use-kept.ts';

const OwnJoinRequests = lazy(async () => ({
  default: (await import('../group/own-join-requests.tsx')).OwnJoinRequests,
}));

const PAGE = 30;
/** Queries whose answers tell how much is unread. */
const READ_ANEW = ['Inbox', 'UnreadCounts'];

const NAMES: Readonly<Record<InboxName, 'archived' | 'requests' | undefined>> = {
  PRIMARY: undefined,
  REQUESTS: 'requests',
  ARCHIVED: 'archived',
};
const INBOXES: readonly InboxName[] = ['PRIMARY', 'REQUESTS', 'ARCHIVED'];

export function Inbox() {
  const { calls, messages } = useTexts();
  const search = useSearch({ from: '/inside/messages', shouldThrow: false });
  const { inbox: name } = useKept(search);
  const inbox = INBOXES.find((each) => NAMES[each] === name) ?? 'PRIMARY';
  const [isNew, setIsNew] = useState<'direct' | 'group' | null>(null);
  const result = useQuery(InboxDocument, { variables: { inbox, first: PAGE } });
  const marking = useAct(MarkInboxReadDocument);
  const list = result.data?.myConversations;
  const conversations = inOrder(
    list?.edges.map(({ node }) => node).filter(({ viewer }) => viewer?.inbox === inbox) ?? [],
  );
  return (
    <Screen
      title={messages.title}
      acts={
        <>
          <Link to="/calls" className="icon-button" aria-label={calls.history} title={calls.history}>
            <Phone aria-hidden="true" />
          </Link>
          <IconButton
            label={messages.markAllRead}
            disabled={marking.isActing}
            onClick={() => void marking.act({ variables: { input: { inbox } }, refetchQueries: READ_ANEW })}
          >
            <CheckCheck aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.newGroup} onClick={() => setIsNew('group')}>
            <UsersRound aria-hidden="true" />
          </IconButton>
          <IconButton label={messages.newMessage} onClick={() => setIsNew('direct')}>
            <SquarePen aria-hidden="true" />
          </IconButton>
        </>
      }
    >
      <Tabs inbox={inbox} />
      <Refusals of={marking.refusals} />
      <Loading of={result} has={list != null} rows={6}>
        {conversations.length === 0 && (
          <Empty title={messages.empty[inbox].title} text={messages.empty[inbox].text} />
        )}
        <ul className="conversations">
          {conversations.map((conversation) => (
            <li key={conversation.id}>
              <ConversationItem conversation={conversation} />
            </li>
          ))}
        </ul>
        <More
          hasMore={list?.pageInfo.hasNextPage ?? false}
          onMore={() => result.fetchMore({ variables: { after: list?.pageInfo.endCursor } })}
        />
        {inbox === 'REQUESTS' && (
          <Suspense>
            <OwnJoinRequests />
          </Suspense>
        )}
      </Loading>
      {isNew && <NewConversation kind={isNew} onClose={() => setIsNew(null)} />}
    </Screen>
  );
}

/** Pinned ones first and then by the newest message, as the server lists them. */
const inOrder = (conversations: readonly ConversationRowFragment[]): readonly ConversationRowFragment[] =>
  conversations.toSorted(
    (one, other) =>
      Number(other.viewer?.isPinned) - Number(one.viewer?.isPinned) || timeOf(other) - timeOf(one),
  );

const timeOf = ({ lastMessage, updatedAt }: ConversationRowFragment): number =>
  Math.max(Date.parse(updatedAt), Date.parse(lastMessage?.createdAt ?? updatedAt));

function Tabs({ inbox }: { readonly inbox: InboxName }) {
  const { frame, messages } = useTexts();
  const { data } = useQuery(UnreadCountsDocument);
  const requests = data?.myUnreadCounts?.requestCount ?? 0;
  return (
    <nav className="inbox-tabs" aria-label={messages.inboxes}>
      {INBOXES.map((each) => (
        <Link
          key={each}
          to="."
          search={NAMES[each] === undefined ? {} : { inbox: NAMES[each] }}
          className="inbox-tab"
          aria-current={each === inbox ? 'page' : undefined}
          // The router would take the inbox without a name for a part of the others.
          activeOptions={{ exact: true }}
          activeProps={{}}
        >
          {messages.inbox[each]}
          {each === 'REQUESTS' && requests > 0 && (
            <span className="badge">
              <span aria-hidden="true">{requests}</span>
              <span className="visually-hidden">{frame.unread(String(requests))}</span>
            </span>
          )}
        </Link>
      ))}
    </nav>
  );
}
