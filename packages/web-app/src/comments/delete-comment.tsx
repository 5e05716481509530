import { useApolloClient } from '@apollo/client/react';
import { useAct } from '../api/act.ts';
import { Confirm } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { CommentAfterDeletionDocument, DeleteCommentDocument } from './comment-acts.generated.ts';

export function DeleteComment({
  id,
  postId,
  onClose,
}: {
  readonly id: string;
  readonly postId: string;
  readonly onClose: () => void;
}) {
  const { comments, common } = useTexts();
  const { cache, query } = useApolloClient();
  const { act, isActing, refusals } = useAct(DeleteCommentDocument);

  async function remove(): Promise<void> {
    if (!(await act({ variables: { input: { commentId: id } } }))) return;
    onClose();
    const variables = { id, postId };
    // A comment with replies is still there, without its text.
    const after = await query({
      query: CommentAfterDeletionDocument,
      variables,
      fetchPolicy: 'network-only',
    }).catch(() => null);
    if (!after?.data?.comment) cache.evict({ id: cache.identify({ __typename: 'Comment', id }) ?? '' });
  }

  return (
    <Confirm
      title={comments.deleteTitle}
      text={comments.deleteText}
      act={common.delete}
      isActing={isActing}
      onConfirm={() => void remove()}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}
