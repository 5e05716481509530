import type { AccountState, ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';

/** Reasons why a user, one of their posts or one of their comments is hidden from Ada, who follows them unless the row of the post overrides it. */
export type Situation = {
  /** Applies the reason; the ids are bare uuids. */
  readonly apply: (ids: { target: string; viewer: string; post: string; comment?: string }) => string;
  readonly hides: 'person' | 'post' | 'comment';
  /** Whether the author does not see it either. */
  readonly isGone?: true;
};

/** The surfaces by id that each kind of situation hides. */
export const HIDDEN_SURFACES: Readonly<Record<Situation['hides'], readonly Surface['of'][]>> = {
  person: ['person', 'post', 'media', 'comment', 'answer'],
  post: ['post', 'media', 'answer'],
  comment: ['comment'],
};

const moderate = (table: 'posts' | 'comments', id: string | undefined, state: ModerationState): string =>
  `update ${table} set moderation_state = '${state}' where id = '${id}'`;

const block = (blocker: string, blocked: string): string =>
  `insert into blocks (blocker_id, blocked_id, created_at) values ('${blocker}', '${blocked}', now())`;
const state = (target: string, value: AccountState): string =>
  `update users set state = '${value}' where id = '${target}'`;

export const SITUATIONS: Readonly<Record<string, Situation>> = {
  'Ada blocked them': { hides: 'person', apply: ({ target, viewer }) => block(viewer, target) },
  'they blocked Ada': { hides: 'person', apply: ({ target, viewer }) => block(target, viewer) },
  'both blocked': {
    hides: 'person',
    apply: ({ target, viewer }) => `${block(target, viewer)}; ${block(viewer, target)}`,
  },
  'they are deactivated': { hides: 'person', apply: ({ target }) => state(target, 'DEACTIVATED') },
  'they are about to be deleted': {
    hides: 'person',
    apply: ({ target }) => state(target, 'PENDING_DELETION'),
  },
  'they are deleted': { hides: 'person', apply: ({ target }) => state(target, 'DELETED') },
  'they are suspended': {
    hides: 'person',
    apply: ({ target }) => `update users set suspended_until = 'infinity' where id = '${target}'`,
  },
  'they are suspended temporarily': {
    hides: 'person',
    apply: ({ target }) =>
      `update users set suspended_until = now() + interval '1 hour' where id = '${target}'`,
  },
  'the post is deleted': {
    hides: 'post',
    apply: ({ post }) => `update posts set deleted_at = now() where id = '${post}'`,
    isGone: true,
  },
  'the post is held': { hides: 'post', apply: ({ post }) => moderate('posts', post, 'HELD') },
  'the post is removed': {
    hides: 'post',
    apply: ({ post }) => moderate('posts', post, 'REMOVED'),
    isGone: true,
  },
  'the comment is held': { hides: 'comment', apply: ({ comment }) => moderate('comments', comment, 'HELD') },
  'the comment is removed': {
    hides: 'comment',
    apply: ({ comment }) => moderate('comments', comment, 'REMOVED'),
    isGone: true,
  },
  'the post is for followers, and Ada does not follow them': {
    hides: 'post',
    apply: ({ post, target, viewer }) =>
      `update posts set visibility = 'FOLLOWERS' where id = '${post}';
       delete from follows where follower_id = '${viewer}' and followee_id = '${target}'`,
  },
  'their account is private, and Ada does not follow them': {
    hides: 'post',
    apply: ({ target, viewer }) =>
      `update users set is_private = true where id = '${target}';
       delete from follows where follower_id = '${viewer}' and followee_id = '${target}'`,
  },
  'the post is private': {
    hides: 'post',
    apply: ({ post }) => `update posts set visibility = 'PRIVATE' where id = '${post}'`,
  },
};

/**
 * An access path by id: hidden and absent must get the same bytes. A comment is the target's below another
 * user's post, an answer is another user's below the target's post.
 */
export type Surface = {
  readonly of: 'person' | 'post' | 'media' | 'comment' | 'answer';
  readonly document: string;
  /** Whether the viewer still reaches the user: through a block of their own, which they can repeat and lift. */
  readonly reachedAfter?: readonly string[];
};

export const OWN_BLOCK: readonly string[] = ['Ada blocked them', 'both blocked'];

/** A mutation about one user that returns the user, or `result`. */
const about = (name: string, result = 'user { id }'): Pick<Surface, 'of' | 'document'> => ({
  of: 'person',
  document: `mutation ($id: ID!) { ${name}(input: { userId: $id }) { ${result} errors { code message path } } }`,
});

/** A mutation about one post that returns the post. */
const aboutPost = (name: string, input = ''): Surface => ({
  of: 'post',
  document: `mutation ($id: ID!) { ${name}(input: { postId: $id${input} }) { post { id } errors { code message path } } }`,
});

/** A mutation about one comment that returns the comment, or `result`. */
const aboutComment = (name: string, result = 'comment { id }'): Pick<Surface, 'document'> => ({
  document: `mutation ($id: ID!) { ${name}(input: { commentId: $id }) { ${result} errors { code message path } } }`,
});

const PEOPLE = '{ nodes { id username } pageInfo { hasNextPage } }';

const MEDIA = 'media { id url variants { url } }';
const POST = `{ id text author { id username avatar { url } } ${MEDIA} viewer { canDelete } }`;

const COMMENT = `{ id text author { id username } replyCount post { id } viewer { canReply } replies { nodes { id } } }`;

export const SURFACES: Readonly<Record<string, Surface>> = {
  user: { of: 'person', document: 'query ($id: ID!) { user(id: $id) { id username } }' },
  'node of a user': { of: 'person', document: 'query ($id: ID!) { node(id: $id) { __typename id } }' },
  'nodes of a user': { of: 'person', document: 'query ($id: ID!) { nodes(ids: [$id, $id]) { id } }' },
  userPosts: { of: 'person', document: `query ($id: ID!) { userPosts(userId: $id) { nodes ${POST} } }` },
  followers: { of: 'person', document: `query ($id: ID!) { followers(userId: $id) ${PEOPLE} }` },
  following: { of: 'person', document: `query ($id: ID!) { following(userId: $id) ${PEOPLE} }` },
  mutualFollowers: { of: 'person', document: `query ($id: ID!) { mutualFollowers(userId: $id) ${PEOPLE} }` },
  userReposts: { of: 'person', document: `query ($id: ID!) { userReposts(userId: $id) { nodes ${POST} } }` },
  'lists of a user': {
    of: 'person',
    document: `query ($id: ID!) { user(id: $id) {
      posts { nodes ${POST} } mediaPosts { nodes ${POST} } reposts { nodes ${POST} } timeline { nodes ${POST} }
      replies { nodes ${COMMENT} } followers ${PEOPLE} following ${PEOPLE} mutualFollowers ${PEOPLE} } }`,
  },
  followUser: about('followUser'),
  unfollowUser: about('unfollowUser'),
  removeFollower: about('removeFollower'),
  acceptFollowRequest: about('acceptFollowRequest'),
  rejectFollowRequest: about('rejectFollowRequest'),
  cancelFollowRequest: about('cancelFollowRequest'),
  muteUser: about('muteUser'),
  unmuteUser: about('unmuteUser'),
  blockUser: { ...about('blockUser', 'blockedUser { userId }'), reachedAfter: OWN_BLOCK },
  unblockUser: { ...about('unblockUser', 'userId'), reachedAfter: OWN_BLOCK },
  myBlockedUser: {
    of: 'person',
    document: 'query ($id: ID!) { myBlockedUser(id: $id) { userId username } }',
    reachedAfter: OWN_BLOCK,
  },
  startConversation: {
    of: 'person',
    document: `mutation ($id: ID!) { startConversation(input: { userIds: [$id] }) {
      conversation { id } errors { code message path } } }`,
  },
  'startConversation of a group': {
    of: 'person',
    document: `mutation ($id: ID!) { startConversation(input: { userIds: [$id], kind: GROUP }) {
      conversation { id } errors { code message path } } }`,
  },
  post: { of: 'post', document: `query ($id: ID!) { post(id: $id) ${POST} }` },
  'node of a post': { of: 'post', document: `query ($id: ID!) { node(id: $id) { id ... on Post ${POST} } }` },
  'nodes of a post': { of: 'post', document: 'query ($id: ID!) { nodes(ids: [$id, $id]) { id } }' },
  deletePost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { deletePost(input: { postId: $id }) { postId errors { code message path } } }',
  },
  updatePost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { updatePost(input: { postId: $id, text: "Hi" }) { post { id } errors { code message path } } }',
  },
  pinPost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { pinPost(input: { postId: $id }) { post { id } errors { code message path } } }',
  },
  unpinPost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { unpinPost(input: { postId: $id }) { post { id } errors { code message path } } }',
  },
  recordPostViews: {
    of: 'post',
    document:
      'mutation ($id: ID!) { recordPostViews(input: { events: [{ postId: $id, source: FEED }] }) { acceptedCount errors { code } } }',
  },
  savePost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { savePost(input: { postId: $id }) { savedPost { id } errors { code message path } } }',
  },
  unsavePost: {
    of: 'post',
    document:
      'mutation ($id: ID!) { unsavePost(input: { postId: $id }) { savedPostId post { id } errors { code message path } } }',
  },
  moveSavedPost: {
    of: 'post',
    document: `mutation ($id: ID!) {
      moveSavedPost(input: { postId: $id, toCollectionId: "collection_01h455vb4pex5vsknk084sn02q" }) {
        savedPost { id } errors { code message path } } }`,
  },
  postQuotes: { of: 'post', document: `query ($id: ID!) { postQuotes(postId: $id) { nodes ${POST} } }` },
  postComments: {
    of: 'post',
    document: `query ($id: ID!) { postComments(postId: $id) { nodes ${COMMENT} pageInfo { hasNextPage } } }`,
  },
  addComment: {
    of: 'post',
    document:
      'mutation ($id: ID!) { addComment(input: { postId: $id, text: "Hi" }) { comment { id } errors { code message path } } }',
  },
  reactToPost: aboutPost('reactToPost', ', type: LIKE'),
  removePostReaction: aboutPost('removePostReaction'),
  postReactions: {
    of: 'post',
    document: 'query ($id: ID!) { postReactions(postId: $id, type: LIKE) { nodes { user { id } } } }',
  },
  repost: aboutPost('repost'),
  undoRepost: aboutPost('undoRepost'),
  postReposters: { of: 'post', document: `query ($id: ID!) { postReposters(postId: $id) ${PEOPLE} }` },
  comment: { of: 'comment', document: `query ($id: ID!) { comment(id: $id) ${COMMENT} }` },
  'node of a comment': {
    of: 'comment',
    document: `query ($id: ID!) { node(id: $id) { id ... on Comment ${COMMENT} } }`,
  },
  'nodes of a comment': { of: 'comment', document: 'query ($id: ID!) { nodes(ids: [$id, $id]) { id } }' },
  updateComment: {
    of: 'comment',
    document:
      'mutation ($id: ID!) { updateComment(input: { commentId: $id, text: "Hi" }) { comment { id } errors { code message path } } }',
  },
  deleteComment: { of: 'comment', ...aboutComment('deleteComment', 'commentId') },
  pinComment: { of: 'comment', ...aboutComment('pinComment') },
  unpinComment: { of: 'comment', ...aboutComment('unpinComment') },
  hideComment: { of: 'comment', ...aboutComment('hideComment') },
  unhideComment: { of: 'comment', ...aboutComment('unhideComment') },
  reactToComment: {
    of: 'comment',
    document: `mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LIKE }) {
      comment { id } errors { code message path } } }`,
  },
  removeCommentReaction: { of: 'comment', ...aboutComment('removeCommentReaction') },
  commentReactions: {
    of: 'comment',
    document: 'query ($id: ID!) { commentReactions(commentId: $id) { nodes { user { id } } } }',
  },
  'comment below their post': { of: 'answer', document: `query ($id: ID!) { comment(id: $id) ${COMMENT} }` },
  'node of a comment below their post': {
    of: 'answer',
    document: `query ($id: ID!) { node(id: $id) { id ... on Comment ${COMMENT} } }`,
  },
  'node of a media item': { of: 'media', document: 'query ($id: ID!) { node(id: $id) { id } }' },
  'createPost with their media': {
    of: 'media',
    document:
      'mutation ($id: ID!) { createPost(input: { text: "Hi", mediaIds: [$id] }) { post { id } errors { code message path } } }',
  },
};

/** The lists of `LISTS` that contain users by their comments. */
export const COMMENT_LISTS: readonly string[] = ['comments on another user’s post', 'replies of the user'];

/** Lists that contain all users of this world unless they are hidden. */
export const LISTS: Readonly<Record<string, string>> = {
  'followers of another user': `query ($hub: ID!) { followers(userId: $hub, first: 100) ${PEOPLE} }`,
  'followees of another user': `query ($hub: ID!) { following(userId: $hub, first: 100) ${PEOPLE} }`,
  'followers in the profile of another user': `query ($hub: ID!) { user(id: $hub) { followers(first: 100) ${PEOPLE} } }`,
  'followees in the profile of another user': `query ($hub: ID!) { user(id: $hub) { following(first: 100) ${PEOPLE} } }`,
  searchUsers: `query ($username: String!) { searchUsers(query: $username) ${PEOPLE} }`,
  'comments on another user’s post': `query ($hubPost: ID!) {
    postComments(postId: $hubPost, first: 100) { nodes { text author { id username } } } }`,
  'replies of the user': `query ($target: ID!) {
    user(id: $target) { replies(first: 100) { nodes { author { id username } } } } }`,
  'reactions to another user’s post': `query ($hubPost: ID!) {
    postReactions(postId: $hubPost, first: 100) { nodes { user { id username } } } }`,
  'reactions of one kind to another user’s post': `query ($hubPost: ID!) {
    postReactions(postId: $hubPost, type: WOW, first: 100) { nodes { user { id username } } } }`,
  'reposts of another user’s post': `query ($hubPost: ID!) { postReposters(postId: $hubPost, first: 100) ${PEOPLE} }`,
  myMutedUsers: '{ myMutedUsers(first: 100) { nodes { user { id } } } }',
};

const inProfile = (whose: 'author' | 'hub', list: string): string =>
  `query ($${whose}: ID!) { user(id: $${whose}) { ${list} } }`;

/**
 * Lists of posts, which contain a post with the hashtag `#everybody` and an image unless it is hidden. The hub has reposted
 * it and commented on it.
 */
export const POST_LISTS: Readonly<Record<string, string>> = {
  feed: '{ feed(first: 100) { nodes { id } } }',
  hashtagPosts: '{ hashtagPosts(name: "everybody", first: 100) { nodes { id } } }',
  'searchPosts by relevance': '{ searchPosts(query: "hello", first: 100) { nodes { id } } }',
  'searchPosts, the newest first':
    '{ searchPosts(query: "#everybody", sort: NEWEST, first: 100) { nodes { id } } }',
  'posts of its author': inProfile('author', 'posts { nodes { id } }'),
  'media of its author': inProfile('author', 'mediaPosts { nodes { id } }'),
  'timeline of its author': inProfile('author', 'timeline { nodes { id } }'),
  'reposts of another user': inProfile('hub', 'reposts(first: 100) { nodes { id } }'),
  'timeline of another user': inProfile('hub', 'timeline(first: 100) { nodes { id } }'),
  'replies of another user': inProfile('hub', 'replies(first: 100) { nodes { post { id } } }'),
};
