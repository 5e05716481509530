import { useApolloClient } from '@apollo/client/react';
import type { CommentSort } from '../generated/schema.ts';
import { Select } from '../parts/choices.tsx';
import { More } from '../parts/more.tsx';
import type { PostCardFragment } from '../posts/post-card.generated.ts';
import { useTexts } from '../texts/texts.tsx';
import type { CommentThreadFragment } from './comment.generated.ts';
import { CommentForm } from './comment-form.tsx';
import { Comment } from './comment.tsx';
import { addComment } from './thread-cache.ts';
import '../styles/comments.css';

const SORTS: readonly CommentSort[] = ['TOP', 'NEWEST', 'OLDEST'];

type CommentsProps = {
  readonly post: PostCardFragment;
  readonly comments: {
    readonly edges: readonly { readonly node: CommentThreadFragment }[];
    readonly pageInfo: { readonly hasNextPage: boolean };
  };
  /** The one that a link leads to, such as that of a notification. */
  readonly linked: CommentThreadFragment | null;
  readonly sort: CommentSort;
  readonly onSort: (sort: CommentSort) => void;
  readonly onMore: () => Promise<unknown>;
};

/** The comments on a post with their replies, and the form for another one. */
export function Comments({ post, comments, linked, sort, onSort, onMore }: CommentsProps) {
  const { comments: texts } = useTexts();
  const { cache } = useApolloClient();
  const others = comments.edges.filter(({ node }) => node.id !== linked?.id);
  const choices = SORTS.map((value) => ({ value, name: texts.sorts[value] }));
  return (
    <section className="comments" aria-labelledby="comments">
      <header className="comments-head">
        <h2 id="comments">{texts.comments(post.commentCount)}</h2>
        {comments.edges.length > 1 && (
          <Select label={texts.sort} value={sort} choices={choices} onChange={onSort} />
        )}
      </header>
      {post.viewer?.canComment ? (
        <CommentForm
          label={texts.write}
          act={texts.comment}
          target={{ postId: post.id }}
          onAdded={(comment) => addComment(cache, { comment, postId: post.id, parentId: null })}
        />
      ) : (
        <p className="comments-closed">{texts.closed}</p>
      )}
      {comments.edges.length === 0 && post.viewer?.canComment && <p className="quiet">{texts.none}</p>}
      {linked && (
        <div className="comment-linked">
          <Comment comment={linked} postId={post.id} level={1} />
        </div>
      )}
      <ul className="comment-list">
        {others.map(({ node }) => (
          <li key={node.id}>
            <Comment comment={node} postId={post.id} level={1} />
          </li>
        ))}
      </ul>
      <More hasMore={comments.pageInfo.hasNextPage} onMore={onMore} />
    </section>
  );
}
