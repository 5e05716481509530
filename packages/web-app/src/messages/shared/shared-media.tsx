import { useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { Link, useParams } from '@tanstack/react-router';
import type { AttachmentKind } from '../../generated/schema.ts';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { Tabs } from '../../parts/tabs.tsx';
import { Time } from '../../parts/time.tsx';
import { useKept } from '../../parts/use-kept.ts';
import { useTexts } from '../../texts/texts.tsx';
import { MessageContent } from '../message/content.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { SharedMediaDocument } from './shared-media.generated.ts';
import '../../styles/conversation.css';
import '../../styles/lists.css';
import '../../styles/message.css';

const PAGE = 20;
const KINDS: readonly AttachmentKind[] = ['MEDIA', 'FILE', 'LINK', 'VOICE_NOTE'];

/** Pictures, files, links and voice notes of a conversation, by kind. */
export function SharedMedia() {
  const { messages } = useTexts();
  const params = useParams({ from: '/inside/messages/$id/media', shouldThrow: false });
  const { id } = useKept(params);
  return (
    <Screen title={messages.sharedMedia} hasBack isPart={useIsWide()}>
      <Tabs
        label={messages.sharedMedia}
        tabs={KINDS.map((kind) => ({
          value: kind,
          name: messages.attachmentKinds[kind],
          content: <OfKind key={kind} id={id} kind={kind} />,
        }))}
      />
    </Screen>
  );
}

function OfKind({ id, kind }: { readonly id: string; readonly kind: AttachmentKind }) {
  const { messages } = useTexts();
  const userId = useSession().user;
  // Links to files end after minutes.
  const result = useQuery(SharedMediaDocument, {
    variables: { id, kind, first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.conversationMedia;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Loading of={result} has={list != null}>
      {list?.edges.length === 0 && <Empty title={messages.nothingShared} />}
      <ul className="padded">
        {list?.edges.map(({ node }) => (
          <li key={node.id} className="shared-message">
            <p className="row-quiet">
              <span className="name" dir="auto">
                {node.sender?.displayName ?? messages.somebody}
              </span>
              {' · '}
              <Time at={node.createdAt} />
            </p>
            <MessageContent message={node} isOwn={node.sender?.id === userId} />
            <Link
              to="/messages/$id"
              params={{ id }}
              search={(before) => ({ ...before, message: node.id })}
              className="row-link"
            >
              {messages.showInConversation}
            </Link>
          </li>
        ))}
      </ul>
      <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
    </Loading>
  );
}
