import type { ApolloCache, Reference } from '@apollo/client';
import { type CommentThreadFragment, CommentThreadFragmentDoc } from './comment.generated.ts';

type List = { readonly edges?: readonly { readonly node: Reference }[] };

type Added = {
  readonly comment: CommentThreadFragment;
  readonly postId: string;
  /** Null for a comment on the post itself. */
  readonly parentId: string | null;
};

/** Puts a new comment where the reader looks: first below the pinned ones of its post, last among the replies to a comment. */
export function addComment(cache: ApolloCache, { comment, postId, parentId }: Added): void {
  const node = cache.writeFragment({
    fragment: CommentThreadFragmentDoc,
    fragmentName: 'CommentThread',
    data: comment,
  });
  if (!node) return;
  const edge = { __typename: 'CommentEdge', cursor: '', node };
  const list =
    parentId === null ? { __typename: 'Post', id: postId } : { __typename: 'Comment', id: parentId };
  cache.modify<Record<string, unknown>>({
    id: cache.identify(list) ?? '',
    fields: {
      [parentId === null ? 'comments' : 'replies'](stored, { readField }) {
        // The policy of connections stores nothing else.
        const known = stored as List | null;
        if (!known?.edges || known.edges.some((each) => readField('id', each.node) === comment.id))
          return known;
        const first = known.edges.findIndex((each) => readField('isPinned', each.node) !== true);
        const at = parentId === null && first !== -1 ? first : known.edges.length;
        return { ...known, edges: known.edges.toSpliced(at, 0, edge) };
      },
    },
  });
}
