import { useQuery } from '@apollo/client/react';
import { useCanGoBack, useParams, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Comments } from '../comments/comments.tsx';
import { PostViews } from '../feed/post-views.tsx';
import type { CommentSort } from '../generated/schema.ts';
import { Screen } from '../parts/screen.tsx';
import { Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PostCard } from './post-card.tsx';
import { PostScreenDocument } from './post-screen.generated.ts';
import { useKept } from '../parts/use-kept.ts';

const PAGE = 20;

export function PostScreen() {
  const { posts } = useTexts();
  const params = useParams({ from: '/inside/posts/$id', shouldThrow: false });
  const { id } = useKept(params);
  const search = useSearch({ from: '/inside/posts/$id', shouldThrow: false });
  const { comment } = useKept(search);
  return (
    <Screen title={posts.title} hasBack>
      <PostWithComments key={`${id} ${comment}`} id={id} linkedId={comment} />
    </Screen>
  );
}

function PostWithComments({ id, linkedId }: { readonly id: string; readonly linkedId: string | undefined }) {
  const [sort, setSort] = useState<CommentSort>('TOP');
  const canGoBack = useCanGoBack();
  const result = useQuery(PostScreenDocument, {
    variables: { id, first: PAGE, sort, linkedId: linkedId ?? id, hasLinked: linkedId !== undefined },
  });
  // In another order the comments stay until it has come.
  const post = (result.data ?? result.previousData)?.post;
  return (
    <Loading of={result} has={post != null} rows={2}>
      {post && (
        <PostViews source={canGoBack ? 'FEED' : 'SHARE_LINK'}>
          <PostCard post={post} isMain />
        </PostViews>
      )}
      {post?.comments && (
        <Comments
          post={post}
          comments={post.comments}
          linked={(result.data ?? result.previousData)?.linked ?? null}
          sort={sort}
          onSort={setSort}
          onMore={() => result.fetchMore({ variables: { after: post.comments?.pageInfo.endCursor } })}
        />
      )}
    </Loading>
  );
}
