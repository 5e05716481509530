import type { ApolloCache } from '@apollo/client';
import { HomeFeedDocument } from '../feed/feed.generated.ts';
import { FEED_PAGE } from '../feed/page.ts';
import type { MediaItemFragment } from '../media/media.generated.ts';
import { EXPECTED_POST } from '../posts/expected.ts';
import type { PostCardFragment } from '../posts/post-card.generated.ts';
import type { QuotedViewFragment } from './compose.generated.ts';
import type { Chosen, Written } from './written.ts';

type Post = PostCardFragment;

export type Writing = {
  readonly author: Chosen;
  readonly written: Written;
  readonly media: readonly MediaItemFragment[];
  readonly quoted: QuotedViewFragment | null;
};

/** The post as it will likely be, to show while the server takes it. */
export function expectedPost({ author, written, media, quoted }: Writing): Post {
  const { text, visibility, isSensitive, commentAudience, poll, location } = written;
  return {
    __typename: 'Post',
    id: EXPECTED_POST,
    text,
    createdAt: new Date().toISOString(),
    editedAt: null,
    visibility,
    isSensitive,
    version: 1,
    author: { ...author, __typename: 'User' },
    entities: [],
    media: [...media],
    quotedPost: quoted && { __typename: 'QuotedPost', isAvailable: true, post: quoted },
    poll: poll && expectedPoll(poll),
    location: location && { __typename: 'PostLocation', name: location.name.trim() },
    isPinned: false,
    commentAudience,
    commentCount: 0,
    repostCount: 0,
    quoteCount: 0,
    viewCount: 0,
    reactionCounts: {
      __typename: 'ReactionCounts',
      like: 0,
      love: 0,
      haha: 0,
      wow: 0,
      sad: 0,
      angry: 0,
      total: 0,
    },
    viewer: {
      __typename: 'PostViewer',
      reaction: null,
      isSaved: false,
      hasReposted: false,
      canRepost: false,
      canComment: false,
      canDelete: false,
      canEdit: false,
      canTip: false,
      isHeld: false,
    },
  };
}

const expectedPoll = ({
  options,
  isMultipleChoice,
  isAnonymous,
  results,
}: NonNullable<Written['poll']>): NonNullable<Post['poll']> => ({
  __typename: 'Poll',
  id: EXPECTED_POST,
  closesAt: null,
  isAnonymous,
  isClosed: false,
  isMultipleChoice,
  results,
  voterCount: 0,
  options: options.map((text, index) => ({
    __typename: 'PollOption',
    id: `${EXPECTED_POST}-${index}`,
    text,
    voteCount: 0,
  })),
  viewer: {
    __typename: 'PollViewer',
    canClose: false,
    canSeeResults: false,
    canVote: false,
    votedOptionIds: [],
  },
});

/** Puts a new post of the reader first in their feed, if that is loaded. */
export function addToFeed(cache: ApolloCache, post: Post): void {
  cache.updateQuery({ query: HomeFeedDocument, variables: { first: FEED_PAGE } }, (data) => {
    if (!data?.feed || data.feed.edges.some(({ node }) => node.id === post.id)) return data;
    const edge = {
      __typename: 'FeedEdge' as const,
      cursor: '',
      reason: 'OWN' as const,
      repostedBy: [],
      node: post,
    };
    return { ...data, feed: { ...data.feed, edges: [edge, ...data.feed.edges] } };
  });
}
