import { publish } from '#test/support/content/comments.ts';
import { moderatePost, moderateWritten } from '#test/support/people/moderate.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** Global ids of what an author has published, of themselves, and of their comments on a post of the actor. */
export type SubjectIds = {
  readonly author: string;
  readonly post: string;
  readonly comment: string;
  readonly poll: string;
  readonly option: string;
  readonly tag: string;
  readonly pinnedComment: string;
  readonly hiddenComment: string;
};

/** Something that one person does about another or about what the other published, and how it is taken back. */
export type Act = {
  /** The document that does it; it may ask for the `id` of what it makes. */
  readonly does: (ids: SubjectIds) => string;
  /** Acts of one scene are about one author, and none of them changes what another one needs. */
  readonly scene: 'content' | 'follow' | 'request' | 'other request' | 'block';
  /** The mutation that takes it back, and its input; `made` is the id of what was made. */
  readonly takenBackBy: string;
  readonly input: (ids: SubjectIds & { readonly made: string }) => string;
  /** The object of the payload, and what it goes with: it is null when the person no longer sees that. */
  readonly payload: { readonly field: string; readonly goesWith: 'post' | 'person' } | null;
  /** Whether taking it back again succeeds; else it is NOT_FOUND. */
  readonly isToggle: boolean;
  /** The rows that hold it, in SQL, by the uuids of the actor and of what the act is about. */
  readonly rows: (actor: string, ids: SubjectIds & { readonly made: string }) => string;
};

const reaction = (kind: 'Post' | 'Comment', id: (ids: SubjectIds) => string): Act => ({
  scene: 'content',
  does: (ids) => `reactTo${kind}(input: { ${kind.toLowerCase()}Id: "${id(ids)}", type: LIKE })`,
  takenBackBy: `remove${kind}Reaction`,
  input: (ids) => `${kind.toLowerCase()}Id: "${id(ids)}"`,
  payload: { field: kind.toLowerCase(), goesWith: 'post' },
  isToggle: true,
  rows: (actor, ids) =>
    `${kind.toLowerCase()}_reactions where user_id = '${actor}' and ${kind.toLowerCase()}_id = '${uuidOf(id(ids))}'`,
});

const about = (scene: Act['scene'], does: string, takenBackBy: string, [table, by, whom]: Pair): Act => ({
  scene,
  does: ({ author }) => `${does}(input: { userId: "${author}" })`,
  takenBackBy,
  input: ({ author }) => `userId: "${author}"`,
  payload: takenBackBy === 'unblockUser' ? null : { field: 'user', goesWith: 'person' },
  isToggle: true,
  rows: (actor, { author }) => `${table} where ${by} = '${actor}' and ${whom} = '${uuidOf(author)}'`,
});

type Pair = readonly [table: string, by: string, whom: string];

/** An act of the author of a post on a comment of a guest. */
const moderation = (
  does: string,
  takenBackBy: string,
  { column, of }: { column: string; of: 'pinnedComment' | 'hiddenComment' },
): Act => ({
  scene: 'content',
  does: (ids) => `${does}(input: { commentId: "${ids[of]}" })`,
  takenBackBy,
  input: (ids) => `commentId: "${ids[of]}"`,
  payload: { field: 'comment', goesWith: 'person' },
  isToggle: true,
  rows: (_actor, ids) => `comments where id = '${uuidOf(ids[of])}' and ${column} is not null`,
});

const comment = (does: Act['does']): Act => ({
  scene: 'content',
  does,
  takenBackBy: 'deleteComment',
  input: ({ made }) => `commentId: "${made}"`,
  payload: null,
  isToggle: false,
  rows: (actor, { made }) => `comments where author_id = '${actor}' and id = '${uuidOf(made)}'`,
});

const REQUEST: Pair = ['follow_requests', 'requester_id', 'target_id'];

export const ACTS: Readonly<Record<string, Act>> = {
  'a comment': comment(
    ({ post }) => `addComment(input: { postId: "${post}", text: "Mine" }) { comment { id } }`,
  ),
  'a reply': comment(
    ({ post, comment: parent }) =>
      `addComment(input: { postId: "${post}", parentId: "${parent}", text: "Mine" }) { comment { id } }`,
  ),
  'a reaction to a post': reaction('Post', ({ post }) => post),
  'a reaction to a comment': reaction('Comment', ({ comment: id }) => id),
  'a vote': {
    scene: 'content',
    does: ({ poll, option }) => `votePoll(input: { pollId: "${poll}", optionIds: ["${option}"] })`,
    takenBackBy: 'votePoll',
    input: ({ poll }) => `pollId: "${poll}", optionIds: []`,
    payload: { field: 'poll', goesWith: 'post' },
    isToggle: true,
    rows: (actor, { option }) => `poll_votes where voter_id = '${actor}' and option_id = '${uuidOf(option)}'`,
  },
  'a repost': {
    scene: 'content',
    does: ({ post }) => `repost(input: { postId: "${post}" })`,
    takenBackBy: 'undoRepost',
    input: ({ post }) => `postId: "${post}"`,
    payload: { field: 'post', goesWith: 'post' },
    isToggle: true,
    rows: (actor, { post }) => `reposts where user_id = '${actor}' and post_id = '${uuidOf(post)}'`,
  },
  'a quote': {
    scene: 'content',
    does: ({ post }) => `createPost(input: { text: "Mine", quotedPostId: "${post}" }) { post { id } }`,
    takenBackBy: 'deletePost',
    input: ({ made }) => `postId: "${made}"`,
    payload: null,
    isToggle: false,
    rows: (actor, { made }) =>
      `posts where author_id = '${actor}' and id = '${uuidOf(made)}' and deleted_at is null`,
  },
  'a saved post': {
    scene: 'content',
    does: ({ post }) => `savePost(input: { postId: "${post}" })`,
    takenBackBy: 'unsavePost',
    input: ({ post }) => `postId: "${post}"`,
    payload: { field: 'post', goesWith: 'post' },
    isToggle: true,
    rows: (actor, { post }) => `saved_posts where user_id = '${actor}' and post_id = '${uuidOf(post)}'`,
  },
  'a follow': about('follow', 'followUser', 'unfollowUser', ['follows', 'follower_id', 'followee_id']),
  'a request, by `unfollowUser`': about('request', 'followUser', 'unfollowUser', REQUEST),
  'a request, by `cancelFollowRequest`': about('other request', 'followUser', 'cancelFollowRequest', REQUEST),
  'a mute': about('content', 'muteUser', 'unmuteUser', ['mutes', 'muter_id', 'muted_id']),
  'a block': about('block', 'blockUser', 'unblockUser', ['blocks', 'blocker_id', 'blocked_id']),
  'a followed hashtag': {
    scene: 'content',
    does: ({ tag }) => `followHashtag(input: { name: "${tag}" })`,
    takenBackBy: 'unfollowHashtag',
    input: ({ tag }) => `name: "${tag}"`,
    payload: null,
    isToggle: true,
    rows: (actor, { tag }) =>
      `hashtag_follows f join hashtags h on h.id = f.hashtag_id where f.user_id = '${actor}' and h.name = '${tag}'`,
  },
  'a pin of a comment': moderation('pinComment', 'unpinComment', {
    column: 'pinned_at',
    of: 'pinnedComment',
  }),
  'the hiding of a comment': moderation('hideComment', 'unhideComment', {
    column: 'hidden_at',
    of: 'hiddenComment',
  }),
};

/** Mutations that take back what is about nobody else, and those that take something from others. */
export const NOT_ACTS: Readonly<Record<string, string>> = {
  undoTip: 'possible for seconds alone; settling.test.ts undoes one after a block',
  cancelAccountDeletion: 'about the own account',
  cancelCall: 'about an own call, which ends by itself when a block comes: call-endings.test.ts',
  cancelSubscription: 'about an own subscription, which a block ends now or with its period: endings.test.ts',
  cancelScheduledMessage: 'nobody else sees a scheduled message',
  cancelJoinRequest: 'about an own request to a group, which need not be visible',
  deleteDraft: 'nobody else sees a draft',
  deleteNotification: 'nobody else sees a notification',
  deleteMessage: 'about an own message, of a conversation in which the sender still takes part',
  deleteSavedCollection: 'nobody else sees a collection',
  removeFollower: 'ends an act of the follower',
  removeMessageReaction: 'about a message, which the actor takes back by its id alone: reactions.test.ts',
  removeMutedWord: 'about a word',
  cancelCoinPurchase: 'nobody else sees a purchase',
  removePaymentMethod: 'nobody else sees a payment method',
  removeCoHost: 'an act on a call by its host',
  removeFromCall: 'an act on a call by its hosts',
  removeParticipant: 'an act on a group by its admins',
  revokeConversationInvite: 'about a group, by its admins',
  stopLiveLocation:
    'about an own message, which the sender takes back by its id alone: live-locations.test.ts',
  withdrawSpeakerRequest: 'about an own request in a call, or an offer by its hosts',
  unarchiveConversation: 'about an own state of a conversation',
  unmuteConversation: 'about an own state of a conversation',
  unpinConversation: 'about an own state of a conversation',
  unpinMessage: 'an act on a conversation by those who manage it',
  unpinPost: 'about an own post',
};

type Parties = { readonly author: Person; readonly actor: Person; readonly post: string };

/** Changes of the author or of the post after the act. */
export type Fate = {
  /** Whether the actor no longer sees the post, or the author and so everything of theirs; null for neither. */
  readonly hides: 'post' | 'person' | null;
  readonly befall: (world: World, parties: Parties) => Promise<unknown>;
};

export const goPrivate = (author: Person): Promise<unknown> =>
  author.do('mutation { updatePrivacySettings(input: { isPrivate: true }) { errors { code } } }');
const send = (actor: Person, field: string): Promise<unknown> =>
  actor.do(`mutation { ${field} { errors { code } } }`);

export const FATES: Readonly<Record<string, Fate>> = {
  'nothing happened': { hides: null, befall: async () => undefined },
  'the author went private': { hides: 'post', befall: (_world, { author }) => goPrivate(author) },
  'the author went private and removed them as a follower': {
    hides: 'post',
    befall: async (_world, { author, actor }) => {
      await goPrivate(author);
      await send(author, `removeFollower(input: { userId: "${actor.id}" })`);
    },
  },
  'the author blocked them': {
    hides: 'person',
    befall: (_world, { author, actor }) => send(author, `blockUser(input: { userId: "${actor.id}" })`),
  },
  'they blocked the author': {
    hides: 'person',
    befall: (_world, { author, actor }) => send(actor, `blockUser(input: { userId: "${author.id}" })`),
  },
  'the post was narrowed': {
    hides: 'post',
    befall: (_world, { author, post }) =>
      send(author, `updatePost(input: { postId: "${post}", visibility: PRIVATE })`),
  },
  'the post was deleted': {
    hides: 'post',
    befall: (_world, { author, post }) => send(author, `deletePost(input: { postId: "${post}" })`),
  },
  'the post was held': {
    hides: 'post',
    befall: (world, { post }) => moderatePost(world, post, 'HELD'),
  },
  'the post was removed': {
    hides: 'post',
    befall: (world, { post }) => moderatePost(world, post, 'REMOVED'),
  },
  'what they wrote was held': {
    hides: null,
    befall: (world, { actor }) => moderateWritten(world, actor, 'HELD'),
  },
  'what they wrote was removed': {
    hides: null,
    befall: (world, { actor }) => moderateWritten(world, actor, 'REMOVED'),
  },
  'the author was suspended': {
    hides: 'person',
    befall: (world, { author }) => restrict(world, author, { kind: 'SUSPENSION' }),
  },
  'the author deactivated their account': {
    hides: 'person',
    befall: (_world, { author }) => send(author, 'deactivateAccount'),
  },
};

/** A post of the author with a poll, a hashtag and a comment of theirs, and two comments of theirs on a post of the actor. */
export async function makeSubject(
  { author, actor }: { author: Person; actor: Person },
  tag: string,
): Promise<SubjectIds> {
  const { createPost } = await author.do(
    `mutation ($input: CreatePostInput!) { createPost(input: $input) {
      post { id poll { id options { id } } } errors { code } } }`,
    { input: { text: `Hello #${tag}`, poll: { options: ['Tea', 'Milk'] } } },
  );
  const { id: post, poll } = createPost.post;
  const say = (on: string): string =>
    `addComment(input: { postId: "${on}", text: "Theirs" }) { comment { id } errors { code } }`;
  const own = await publish(actor);
  const said = await author.do(`mutation { comment: ${say(post)} pinned: ${say(own)} hidden: ${say(own)} }`);
  return {
    author: author.id,
    post,
    tag,
    poll: poll.id,
    option: poll.options[0].id,
    comment: said.comment.comment.id,
    pinnedComment: said.pinned.comment.id,
    hiddenComment: said.hidden.comment.id,
  };
}
