import { useApolloClient } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { Pin } from 'lucide-react';
import { useState } from 'react';
import { MediaGrid } from '../media/media-grid.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { RichText } from '../parts/rich-text.tsx';
import { Time } from '../parts/time.tsx';
import { ReactionButton } from '../posts/reaction-button.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { CommentViewFragment } from './comment.generated.ts';
import { CommentForm } from './comment-form.tsx';
import { CommentMenu } from './comment-menu.tsx';
import { EditComment } from './edit-comment.tsx';
import { Replies } from './replies.tsx';
import type { Thread } from './thread.ts';
import { addComment } from './thread-cache.ts';
import { useCommentReaction } from './use-comment-reaction.ts';

type CommentProps = {
  readonly comment: Thread;
  readonly postId: string;
  /** Depth on the screen, from 1. */
  readonly level: number;
};

/** A comment with the replies to it. */
export function Comment({ comment, postId, level }: CommentProps) {
  const { comments } = useTexts();
  const { cache } = useApolloClient();
  const [isReplying, setIsReplying] = useState(false);
  const [isEditing, setIsEditing] = useState(false);
  const [isOpen, setIsOpen] = useState(false);
  const { author } = comment;
  const replies = (
    <Replies {...{ comment, level, isOpen }} onOpen={() => setIsOpen(true)}>
      {(reply) => <Comment comment={reply} postId={postId} level={level + 1} />}
    </Replies>
  );
  if (comment.isTombstone) {
    return (
      <div className="comment">
        <p className="comment-gone">{comments.deleted}</p>
        {replies}
      </div>
    );
  }
  return (
    <article
      className="comment"
      aria-label={comments.by(author?.displayName ?? '')}
      data-comment={comment.id}
    >
      <CommentHead comment={comment} postId={postId} onEdit={() => setIsEditing(true)} />
      {isEditing ? (
        <EditComment comment={comment} onDone={() => setIsEditing(false)} />
      ) : (
        <>
          <RichText text={comment.text} entities={comment.entities} />
          <MediaGrid items={comment.media} />
        </>
      )}
      <CommentActs comment={comment} onReply={() => setIsReplying(!isReplying)} isReplying={isReplying} />
      {isReplying && (
        <CommentForm
          label={comments.replyTo(author?.displayName ?? '')}
          act={comments.reply}
          target={{ postId, parentId: comment.id }}
          isFocused
          onAdded={(reply) => {
            addComment(cache, { comment: reply, postId, parentId: comment.id });
            setIsReplying(false);
            setIsOpen(true);
          }}
        />
      )}
      {replies}
    </article>
  );
}

function CommentHead({
  comment,
  postId,
  onEdit,
}: Pick<CommentProps, 'comment' | 'postId'> & { readonly onEdit: () => void }) {
  const { comments, posts } = useTexts();
  const { author, viewer } = comment;
  return (
    <>
      {comment.isPinned && (
        <p className="comment-note">
          <Pin aria-hidden="true" size={14} /> {comments.pinned}
        </p>
      )}
      {viewer?.isHidden && <p className="comment-note">{comments.hidden}</p>}
      {viewer?.isHeld && <p className="notice">{comments.held}</p>}
      <header className="post-head">
        <Link
          to="/u/$username"
          params={{ username: author?.username ?? '' }}
          className="post-author"
          disabled={!author}
        >
          <Avatar of={author} size={32} />
          <span className="comment-names">
            <span className="name" dir="auto">
              {author?.displayName}
            </span>
            {comment.isByPostAuthor && <span className="comment-author">{comments.author}</span>}
            <span className="username">
              <Time at={comment.createdAt} />
              {comment.editedAt !== null && ` · ${posts.edited}`}
            </span>
          </span>
        </Link>
        <CommentMenu comment={comment} postId={postId} onEdit={onEdit} />
      </header>
    </>
  );
}

function CommentActs({
  comment,
  isReplying,
  onReply,
}: {
  readonly comment: CommentViewFragment;
  readonly isReplying: boolean;
  readonly onReply: () => void;
}) {
  const { comments } = useTexts();
  const { current, react, refusals } = useCommentReaction(comment);
  return (
    <>
      <div className="comment-acts">
        <ReactionButton
          current={current}
          total={comment.reactionCounts.total}
          onReact={(type) => void react(type)}
        />
        {comment.viewer?.canReply && (
          <Button kind="quiet" aria-expanded={isReplying} onClick={onReply}>
            {comments.reply}
          </Button>
        )}
      </div>
      <Refusals of={refusals} />
    </>
  );
}
