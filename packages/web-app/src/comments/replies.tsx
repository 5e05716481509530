import { skipToken, useQuery } from '@apollo/client/react';
import { type ReactNode, useState } from 'react';
import { Button } from '../parts/button.tsx';
import { useTexts } from '../texts/texts.tsx';
import { CommentRepliesDocument } from './comment.generated.ts';
import type { Thread } from './thread.ts';

const PAGE = 10;
/** Deeper replies stand below each other, so that there is room for them on a phone. */
const INDENTED_MAX = 3;

/** The replies to a comment: the first ones with it, and the others when they are wanted. */
export function Replies({
  comment,
  level,
  isOpen,
  onOpen,
  children,
}: {
  readonly comment: Thread;
  readonly level: number;
  readonly isOpen: boolean;
  readonly onOpen: () => void;
  readonly children: (reply: Thread) => ReactNode;
}) {
  const { comments, common } = useTexts();
  const variables = { id: comment.id, first: PAGE };
  const result = useQuery(CommentRepliesDocument, isOpen ? { variables } : skipToken);
  const [isLoading, setIsLoading] = useState(false);
  const replies = result.data?.comment?.replies ?? comment.replies;
  const shown: readonly { readonly node: Thread }[] = replies?.edges ?? [];
  const left = Math.max(0, comment.replyCount - shown.length);
  const hasMore = replies ? replies.pageInfo.hasNextPage : comment.replyCount > 0;

  async function showMore(): Promise<void> {
    if (!isOpen) {
      onOpen();
      return;
    }
    setIsLoading(true);
    const after = replies?.pageInfo.endCursor;
    // The button stays where the server is not reached.
    await (result.error ? result.refetch() : result.fetchMore({ variables: { after } })).catch(
      () => undefined,
    );
    setIsLoading(false);
  }

  return (
    <>
      {shown.length > 0 && (
        <ul className={level < INDENTED_MAX ? 'replies replies-indented' : 'replies'}>
          {shown.map(({ node }) => (
            <li key={node.id}>{children(node)}</li>
          ))}
        </ul>
      )}
      {hasMore && (
        <Button kind="quiet" disabled={isLoading || result.loading} onClick={() => void showMore()}>
          {isLoading || result.loading
            ? common.loading
            : left > 0
              ? comments.showReplies(left)
              : comments.showMoreReplies}
        </Button>
      )}
    </>
  );
}
