import { skipToken, useQuery } from '@apollo/client/react';
import { useState } from 'react';
import { Dialog } from '../../parts/dialog.tsx';
import { beginsDialog } from '../../parts/first-focus.ts';
import { More } from '../../parts/more.tsx';
import { Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useSettled } from '../../suggest/use-settled.ts';
import { previewOf } from '../message/preview.ts';
import { SearchConversationDocument } from './conversation.generated.ts';

const PAGE = 20;

/** Finds messages of the conversation; one that is chosen is shown among those around it. */
export function SearchMessages({
  conversationId,
  onJump,
  onClose,
}: {
  readonly conversationId: string;
  readonly onJump: (messageId: string) => void;
  readonly onClose: () => void;
}) {
  const texts = useTexts();
  const { common, messages } = texts;
  const [text, setText] = useState('');
  const query = useSettled(text.trim());
  const result = useQuery(
    SearchConversationDocument,
    query === '' ? skipToken : { variables: { conversationId, query, first: PAGE } },
  );
  const found = result.data?.searchMessages;
  return (
    <Dialog title={messages.searchIn} onClose={onClose}>
      <input
        ref={beginsDialog}
        className="input"
        type="search"
        aria-label={common.search}
        value={text}
        onChange={({ target }) => setText(target.value)}
      />
      {query !== '' && (
        <Loading of={result} has={found != null}>
          {found?.edges.length === 0 && <p role="status">{messages.nothingFound}</p>}
          <ul className="found-list">
            {found?.edges.map(({ node }) => (
              <li key={node.id}>
                <button
                  type="button"
                  className="found found-message"
                  onClick={() => {
                    onClose();
                    onJump(node.id);
                  }}
                >
                  <span className="conversation-line">
                    <span className="name" dir="auto">
                      {node.sender?.displayName ?? messages.somebody}
                    </span>
                    <span className="conversation-time">
                      <Time at={node.createdAt} />
                    </span>
                  </span>
                  <span className="found-text" dir="auto">
                    {previewOf(node.content, texts)}
                  </span>
                </button>
              </li>
            ))}
          </ul>
          <More
            hasMore={found?.pageInfo.hasNextPage ?? false}
            onMore={() => result.fetchMore({ variables: { after: found?.pageInfo.endCursor } })}
          />
        </Loading>
      )}
    </Dialog>
  );
}
