import { messageUnlocked } from '#domains/creator/paid-messages/paid-messages.events.ts';
import { subscriptionStarted } from '#domains/creator/subscriptions/subscriptions.events.ts';
import { followRequested, followRequestEnded } from '#domains/graph/follows/follows.events.ts';
import { NOTIFICATION_KINDS } from '#domains/insight/notification-settings/notification.types.ts';
import { conversationAdded } from '#domains/messaging/conversations/conversations.events.ts';
import { aboutComment } from '#test/support/content/comments.ts';
import { must, start } from '#test/support/messaging/calls.ts';
import { manage } from '#test/support/messaging/groups.ts';
import { react as reactToMessage, sent } from '#test/support/messaging/message-reactions.ts';
import { deactivate, requestFrom, startWith } from '#test/support/messaging/messaging.ts';
import { requestAnyDeletion, runErasures } from '#test/support/people/accounts.ts';
import { moderateComment, moderateMessage, moderatePost } from '#test/support/people/moderate.ts';
import { follow, setPrivacy, subscribe } from '#test/support/people/people.ts';
import { restrict } from '#test/support/people/restrict.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { advanceTo } from './digests.ts';
import { comment, publish, react } from './notifications.ts';

/** Ada is told of what Ben does; Cleo has the post on which both comment. It is six in the morning. */
export type Scene = {
  readonly world: World;
  readonly ada: Person;
  readonly ben: Person;
  readonly cleo: Person;
  readonly groupId: string;
  readonly postOfCleo: string;
  readonly commentOfAda: string;
  readonly messageOfAda: string;
};

export type Made = {
  readonly posts: readonly string[];
  readonly comments: readonly string[];
  readonly message: string;
};

export async function scene(t: Parameters<typeof testWorld>[0]): Promise<Scene> {
  const world = await testWorld(t);
  advanceTo(world, 6);
  const [ada, ben, cleo] = [await world.user('ada'), await world.user('ben'), await world.user('cleo')];
  await setPrivacy(ada, { callAudience: 'EVERYONE' });
  const groupId = await startWith(cleo, ada, ben);
  await subscribe(world, ada, ben);
  const postOfCleo = await publish(cleo, 'A talk');
  const commentOfAda = await comment(ada, postOfCleo, 'A comment');
  const messageOfAda = await sent(ada, groupId);
  await world.runJobs();
  // Notifications of what Cleo did are another matter.
  await runSql(world.connectionString, 'delete from notifications');
  return { world, ada, ben, cleo, groupId, postOfCleo, commentOfAda, messageOfAda };
}

const REPOST = 'mutation ($id: ID!) { repost(input: { postId: $id }) { errors { code message } } }';
const REACT_TO_COMMENT =
  'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LIKE }) { errors { code message } } }';

/** Ben does what Ada is told of: `ACTS`. */
export async function act(here: Scene): Promise<Made> {
  const { ada, ben, groupId, postOfCleo, commentOfAda, messageOfAda } = here;
  const postOfAda = await publish(ada, 'A post');
  await follow(ben, ada);
  await react(ben, postOfAda);
  await ben.do(REPOST, { id: postOfAda });
  const onPost = await comment(ben, postOfAda, 'Hello');
  await ben.do(REACT_TO_COMMENT, { id: commentOfAda });
  const reply = await comment(ben, postOfCleo, 'A reply', commentOfAda);
  const mentioning = await comment(ben, postOfCleo, 'Look, @ada');
  const mention = await publish(ben, 'Hello @ada');
  const paid = await publish(ben, 'For you, @ada', { visibility: 'SUBSCRIBERS' });
  const quote = await publish(ben, 'Look', { quotedPostId: postOfAda });
  const talk = await publish(ben, 'A talk');
  await ben.do(aboutComment('pinComment'), { id: await comment(ada, talk, 'Well said') });
  await reactToMessage(ben, messageOfAda, '👍');
  const message = await sent(ben, groupId, 'Hello @ada');
  await requestFrom(ben, ada);
  await must(ben, 'endCall', { callId: await start(ben, groupId) });
  await emitOthers(here);
  return { posts: [mention, paid, quote, talk], comments: [onPost, reply, mentioning], message };
}

/** Acts of Ben that take long to do, by their events. */
async function emitOthers({ world, ada, ben, groupId, messageOfAda }: Scene): Promise<void> {
  const { services } = world.app;
  const [adaId, benId] = [uuidOf(ada.id), uuidOf(ben.id)];
  const conversationId = uuidOf(groupId);
  await services.transaction(async (tx) => {
    tx.emit(followRequested, { requesterId: benId, targetId: adaId });
    tx.emit(followRequestEnded, { requesterId: adaId, targetId: benId, outcome: 'ACCEPTED' });
    tx.emit(subscriptionStarted, {
      subscriptionId: services.ids.next(),
      subscriberId: benId,
      creatorId: adaId,
      tierId: services.ids.next(),
      reason: null,
    });
    tx.emit(messageUnlocked, {
      messageId: uuidOf(messageOfAda),
      conversationId,
      buyerId: benId,
      sellerId: adaId,
      priceCoins: 1,
    });
    tx.emit(conversationAdded, { conversationId, byId: benId, reason: 'ADDED' }, { userIds: [adaId] });
  });
}

/** Types of what Ada is told of what Ben does, each once for each time. */
export const ACTS = [
  'ADDED_TO_GROUP',
  'CALL_MISSED',
  'COMMENT_MENTION',
  'COMMENT_PINNED',
  'COMMENT_REACTION',
  'COMMENT_REPLY',
  'FOLLOW',
  'FOLLOW_REQUEST',
  'FOLLOW_REQUEST_ACCEPTED',
  'MESSAGE_MENTION',
  'MESSAGE_REACTION',
  'MESSAGE_REQUEST',
  'MESSAGE_UNLOCKED',
  'POST_COMMENT',
  'POST_MENTION',
  'POST_MENTION',
  'POST_QUOTE',
  'POST_REACTION',
  'POST_REPOST',
  'SUBSCRIBER_NEW',
] as const;

const BLOCK = 'mutation ($id: ID!) { blockUser(input: { userId: $id }) { errors { code } } }';
export const muting = (scope: string): string =>
  `mutation ($id: ID!) { muteUser(input: { userId: $id, scopes: [${scope}] }) { errors { code } } }`;

const PREFER =
  'mutation ($all: [NotificationPreferenceInput!]!) { updateNotificationPreferences(input: { preferences: $all }) { errors { code message } } }';

const KINDS = Object.entries(NOTIFICATION_KINDS);

/** Has everything of the list pushed and mailed, and messages not pushed beside the mentions in them. */
export const wantAll = (person: Person): Promise<unknown> =>
  person.do(PREFER, {
    all: KINDS.map(([type, { defaults }]) => ({
      type,
      ...(defaults.inApp ? { push: true, email: true } : { push: type !== 'MESSAGE' }),
    })),
  });

/** Has people alone whom they follow tell them of anything. */
export const wantFollowed = (person: Person): Promise<unknown> =>
  person.do(PREFER, {
    all: KINDS.filter(([, { hasActor }]) => hasActor).map(([type]) => ({ type, audience: 'FOLLOWED' })),
  });

type Fate = {
  /** Types of `ACTS` and `CALL_INCOMING` of which she is then told nothing, each once for each time; null for all. */
  readonly hidden: readonly string[] | null;
  /** Whether what was told stays in the list, though none of it leaves the product. */
  readonly isListAlone?: boolean;
  readonly comes: (scene: Scene, made: Made) => Promise<unknown>;
};

const ON_HIS_POSTS = ['POST_MENTION', 'POST_MENTION', 'POST_QUOTE', 'COMMENT_PINNED'];

/** Fates between an act and the moment in which its recipient is told. */
export const FATES: Readonly<Record<string, Fate>> = {
  'nothing happens': { hidden: [], comes: async () => undefined },
  'she blocks him': { hidden: null, comes: ({ ada, ben }) => ada.do(BLOCK, { id: ben.id }) },
  'he blocks her': { hidden: null, comes: ({ ada, ben }) => ben.do(BLOCK, { id: ada.id }) },
  'she mutes his notifications': {
    hidden: null,
    comes: ({ ada, ben }) => ada.do(muting('NOTIFICATIONS'), { id: ben.id }),
  },
  'she mutes his posts': { hidden: [], comes: ({ ada, ben }) => ada.do(muting('POSTS'), { id: ben.id }) },
  'she hears of those alone whom she follows': {
    hidden: [],
    isListAlone: true,
    comes: ({ ada }) => wantFollowed(ada),
  },
  'his account becomes private': {
    // Of what subscribers see she sees the post still.
    hidden: ['POST_MENTION', 'POST_QUOTE', 'COMMENT_PINNED'],
    comes: ({ ben }) => setPrivacy(ben, { isPrivate: true }),
  },
  'he keeps his posts to himself': {
    hidden: ON_HIS_POSTS,
    async comes({ ben }, { posts }) {
      for (const id of posts)
        await ben.do(
          'mutation ($id: ID!) { updatePost(input: { postId: $id, visibility: PRIVATE }) { errors { code message } } }',
          { id },
        );
    },
  },
  'her entitlement ends': {
    hidden: ['POST_MENTION'],
    comes: ({ world }) =>
      runSql(world.connectionString, `update entitlements set valid_until = '2020-01-01'`),
  },
  'he is suspended': {
    hidden: null,
    comes: ({ world, ben }) => restrict(world, ben, { kind: 'SUSPENSION' }),
  },
  'he deactivates his account': { hidden: null, comes: ({ world, ben }) => deactivate(world, ben) },
  'he is erased': { hidden: null, comes: ({ world, ben }) => eraseNow(world, ben) },
  'his posts are removed': {
    hidden: ON_HIS_POSTS,
    async comes({ world }, { posts }) {
      for (const id of posts) await moderatePost(world, id, 'REMOVED');
    },
  },
  'his posts and comments are held': {
    hidden: [...ON_HIS_POSTS, 'POST_COMMENT', 'COMMENT_MENTION', 'COMMENT_REPLY'],
    async comes({ world }, { posts, comments }) {
      for (const id of posts) await moderatePost(world, id, 'HELD');
      for (const id of comments) await moderateComment(world, id, 'HELD');
    },
  },
  'the post of their comments is removed': {
    hidden: ['COMMENT_MENTION', 'COMMENT_REACTION', 'COMMENT_REPLY'],
    comes: ({ world, postOfCleo }) => moderatePost(world, postOfCleo, 'REMOVED'),
  },
  'she leaves the group': {
    hidden: [
      'ADDED_TO_GROUP',
      'CALL_INCOMING',
      'CALL_MISSED',
      'MESSAGE_MENTION',
      'MESSAGE_REACTION',
      'MESSAGE_UNLOCKED',
    ],
    comes: ({ ada, groupId }) => manage(ada, 'leaveConversation', { conversationId: groupId }),
  },
  'his message is removed': {
    hidden: ['MESSAGE_MENTION'],
    comes: ({ world }, { message }) => moderateMessage(world, message, 'REMOVED'),
  },
};

/** Erases an account without the days in which its owner may come back. */
export async function eraseNow(world: World, person: Person): Promise<void> {
  await requestAnyDeletion(world, person);
  const due = new Date(world.clock.now().getTime() - 1_000).toISOString();
  await runSql(
    world.connectionString,
    `update users set deletion_due_at = '${due}' where id = '${uuidOf(person.id)}'`,
  );
  await runErasures(world);
}

/** Of types, those that are left without the hidden ones. */
export function leftOf(types: readonly string[], hidden: readonly string[] | null): readonly string[] {
  if (hidden === null) return [];
  const left = [...types];
  for (const type of hidden) {
    const index = left.indexOf(type);
    if (index >= 0) left.splice(index, 1);
  }
  return left.toSorted();
}
