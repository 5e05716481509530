import assert from 'node:assert/strict';
import { test } from 'node:test';
import { entriesOf } from '#platform/kernel/records.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { closeDays, midnightOf, totalsOf } from '#test/support/insight/dashboard.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { befriend, must, start } from '#test/support/messaging/calls.ts';
import { say, startWith } from '#test/support/messaging/messaging.ts';
import { give } from '#test/support/money/ledger.ts';
import { sold, unlock } from '#test/support/money/paid-messages.ts';
import { hear } from '#test/support/money/books.ts';
import { buyer, refund } from '#test/support/money/refunds.ts';
import { moveTo, offerTier, renewAll, subscribed } from '#test/support/money/subscriptions.ts';
import { send, undo } from '#test/support/money/tips.ts';
import { requestDeletion, runErasures } from '#test/support/people/accounts.ts';
import { follow } from '#test/support/people/people.ts';
import { registerDevice, sendTest } from '#test/support/push/push-world.ts';
import { decideOnly, reverse } from '#test/support/trust/decisions.ts';
import { report, withdraw } from '#test/support/trust/reports.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { MEASURES } from './measures.policy.ts';

const ALL = entriesOf(MEASURES).map(([measure]) => measure);

type Scene = { readonly world: World; readonly ada: Person; readonly ben: Person };

/**
 * An event, and by how much it raises the measures, in tenths: one that is not named stays as it was. What does not add up is compared where
 * it is named, with what it is.
 */
type Row = {
  readonly what: string;
  readonly happens: (scene: Scene) => Promise<unknown>;
  readonly changes: Readonly<Record<string, number>>;
};

const REACT = `mutation ($id: ID!, $type: ReactionType!) { reactToPost(input: { postId: $id, type: $type }) { errors { code } } }`;
const UNREACT = `mutation ($id: ID!) { removePostReaction(input: { postId: $id }) { errors { code } } }`;
const REACT_TO_COMMENT = `mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: LIKE }) { errors { code } } }`;
const VIEW = `mutation ($id: ID!) { recordPostViews(input: { events: [{ postId: $id, source: FEED }] }) { errors { code } } }`;
const UNFOLLOW = `mutation ($id: ID!) { unfollowUser(input: { userId: $id }) { errors { code } } }`;
const DELETE = `mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }`;

const bankOf = ({ app }: World) => {
  const { sandbox } = app.services.ports.payments;
  assert.ok(sandbox);
  return sandbox;
};

const ROWS: readonly Row[] = [
  {
    what: 'a user registers',
    happens: ({ world }) => world.user('cleo'),
    changes: { USERS_NEW: 1, USERS_ACTIVE_DAY: 3, USERS_ACTIVE_WEEK: 3, USERS_ACTIVE_MONTH: 3 },
  },
  {
    what: 'an account is erased, once although the erasure comes twice',
    async happens({ world, ada }) {
      await requestDeletion(ada);
      world.clock.advance('31d');
      await runErasures(world);
      world.clock.advance('4h');
      await world.runJobs();
    },
    changes: { USERS_DELETED: 1 },
  },
  {
    what: 'posts are published, and one is deleted again',
    async happens({ ada }) {
      await publish(ada);
      await ada.do(DELETE, { id: await publish(ada) });
    },
    changes: { POSTS: 2 },
  },
  {
    what: 'comments are added',
    happens: async ({ ada, ben }) => commentOn(ben, await publish(ada)),
    changes: { POSTS: 1, COMMENTS: 1 },
  },
  {
    what: 'people react, change their reactions, and take them back',
    async happens({ ada, ben }) {
      const id = await publish(ada);
      await ben.do(REACT, { id, type: 'LIKE' });
      await ben.do(REACT, { id, type: 'LOVE' });
      await ben.do(REACT, { id, type: 'LOVE' });
      await ben.do(UNREACT, { id });
      await ada.do(REACT_TO_COMMENT, { id: await commentOn(ben, id) });
    },
    changes: { POSTS: 1, COMMENTS: 1, REACTIONS: 3 },
  },
  {
    what: 'somebody follows a user, and stops',
    async happens({ ada, ben }) {
      await follow(ada, ben);
      await ada.do(UNFOLLOW, { id: ben.id });
    },
    changes: { FOLLOWS: 1 },
  },
  {
    what: 'a post is viewed, and viewed again too early',
    async happens({ world, ada, ben }) {
      const id = await publish(ada);
      await ben.do(VIEW, { id });
      await world.runJobs();
      await ben.do(VIEW, { id });
    },
    changes: { POSTS: 1, VIEWS: 1 },
  },
  {
    what: 'a conversation is started, and messages are sent in it',
    async happens({ ada, ben }) {
      const id = await startWith(ada, ben);
      await say(ada, id, 'Hello');
      await say(ben, id, 'Hello yourself');
    },
    changes: { CONVERSATIONS: 1, MESSAGES: 2 },
  },
  {
    what: 'a group is started, of which a message of the system tells',
    async happens({ world, ada, ben }) {
      await befriend(ada, ben);
      await startWith(ada, ben, await world.user('cleo'));
    },
    changes: {
      CONVERSATIONS: 1,
      GROUPS: 1,
      FOLLOWS: 2,
      USERS_NEW: 1,
    },
  },
  {
    what: 'a call is answered and lasts, and another one is not answered',
    async happens({ world, ada, ben }) {
      await befriend(ada, ben);
      const conversationId = await startWith(ada, ben);
      const callId = await start(ada, conversationId);
      await must(ben, 'acceptCall', { callId });
      world.clock.advance('3m');
      await must(ada, 'endCall', { callId });
      await must(ada, 'cancelCall', { callId: await start(ada, conversationId) });
    },
    changes: { CONVERSATIONS: 1, FOLLOWS: 2, CALLS: 2, CALL_MINUTES: 3 },
  },
  {
    what: 'content is reported, and a report is withdrawn',
    async happens({ world, ada: { id }, ben: former }) {
      // Six hours before the end of the day.
      world.clock.advance(
        midnightOf(world.clock.now(), 1).getTime() + 64_800_000 - world.clock.now().getTime(),
      );
      const [ada, ben] = [await world.user('cleo'), await world.signIn(former)];
      const postId = await publish(ada);
      const { report: made } = await report(ben, { postId });
      await withdraw(ben, made.id);
      await report(ben, { userId: id });
    },
    changes: { USERS_NEW: 1, POSTS: 1, REPORTS_OPENED: 2, REPORTS_CLOSED: 1, REPORT_OLDEST_HOURS: 6 },
  },
  {
    what: 'a case is decided, and the decision is reversed',
    async happens({ world, ada, ben }) {
      await report(ben, { postId: await publish(ada) });
      world.clock.advance('2h');
      const admin = await world.admin();
      const { decision } = await decideOnly(admin, { actions: ['REMOVE', 'WARN'] });
      await reverse(admin, decision.id);
    },
    changes: {
      POSTS: 1,
      REPORTS_OPENED: 1,
      REPORTS_CLOSED: 1,
      REPORT_MEDIAN_HOURS: 2,
      'DECISIONS REMOVE': 1,
      'DECISIONS WARN': 1,
      DECISIONS_OVERTURNED: 1,
    },
  },
  {
    what: 'a machine decides',
    async happens({ world, ada, ben }) {
      await report(ben, { postId: await publish(ada) });
      await decideOnly(await world.admin(), { actions: ['NO_ACTION'] });
      // No machine decides by itself today: the books have what is entered.
      await world.app.services.transaction((tx) =>
        tx.updateTable('moderation_decisions').set({ automated_decision: true }).execute(),
      );
    },
    changes: {
      POSTS: 1,
      REPORTS_OPENED: 1,
      REPORTS_CLOSED: 1,
      'DECISIONS NO_ACTION': 1,
      DECISIONS_AUTOMATED: 1,
    },
  },
  {
    what: 'coins are tipped, and a tip is taken back',
    async happens({ world, ada, ben }) {
      await give(world, ada, 100);
      await send(ada, { target: { userId: ben.id }, amountCoins: 30 });
      const { tip } = await send(ada, { target: { userId: ben.id }, amountCoins: 20 });
      await undo(ada, tip.id);
    },
    changes: { COINS_TIPPED: 50, COINS_SPENT: 50 },
  },
  {
    what: 'a message is sold',
    async happens({ world, ada, ben }) {
      await give(world, ben, 100);
      const conversationId = await startWith(ada, ben);
      await say(ben, conversationId, 'Hello');
      await unlock(ben, await sold(ada, conversationId));
    },
    changes: { CONVERSATIONS: 1, MESSAGES: 2, COINS_SPENT: 100 },
  },
  {
    what: 'given coins expire',
    async happens({ world, ada }) {
      await give(world, ada, 40, { expiresAt: new Date(world.clock.now().getTime() + 3_600_000) });
      world.clock.advance('2h');
      await runCron(world, 'ledger.expireCoins');
    },
    changes: { COINS_EXPIRED: 40 },
  },
  {
    what: 'coins are bought by card, and a part of the money is given back',
    async happens({ world }) {
      const cleo = await buyer(world, 'cleo');
      await refund(await world.admin({ role: 'FINANCE' }), cleo, { amountMinor: 100 });
      await hear(world);
    },
    changes: {
      USERS_NEW: 1,
      COINS_SOLD: 500,
      'REVENUE EUR': 449,
      'REFUNDS EUR': 100,
    },
  },
  {
    what: 'a payment is disputed',
    async happens({ world }) {
      const { providerId } = await buyer(world, 'cleo');
      await bankOf(world).openDispute({ paymentId: providerId, amountMinor: 449, isInquiry: false });
      await hear(world);
    },
    changes: {
      USERS_NEW: 1,
      COINS_SOLD: 500,
      'REVENUE EUR': 449,
      'DISPUTES EUR': 449,
    },
  },
  {
    what: 'subscriptions start, by the month and by the year',
    async happens({ world, ada, ben }) {
      await give(world, ada, 2_000);
      await subscribed(ada, await offerTier(world, ben, { priceCoins: 100 }));
      const cleo = await world.user('cleo');
      await subscribed(ada, await offerTier(world, cleo, { priceCoins: 600, interval: 'YEAR' }));
    },
    changes: {
      USERS_NEW: 1,
      SUBSCRIPTIONS_STARTED: 2,
      COINS_SPENT: 700,
      RECURRING_COINS: 150,
    },
  },
  {
    what: 'a subscription is renewed, cannot be paid, and ends',
    async happens({ world, ada, ben }) {
      await give(world, ada, 200);
      await subscribed(ada, await offerTier(world, ben, { priceCoins: 100 }));
      for (const days of [31, 30, 1, 1, 1, 1, 2, 3, 5, 9]) {
        await moveTo(world, new Date(world.clock.now().getTime() + days * 86_400_000));
        await renewAll(world);
      }
    },
    changes: {
      SUBSCRIPTIONS_STARTED: 1,
      SUBSCRIPTIONS_RENEWED: 1,
      SUBSCRIPTIONS_FAILING: 1,
      SUBSCRIPTIONS_ENDED: 1,
      COINS_SPENT: 200,
    },
  },
  {
    what: 'a notification is sent, and one comes too late',
    async happens({ world, ada }) {
      await registerDevice(ada, 'a'.repeat(60));
      await sendTest(ada);
      await world.runJobs();
      await sendTest(ada);
      world.clock.advance('30d');
      await world.runJobs();
    },
    changes: { PUSHES_SENT: 1, PUSHES_FAILED: 1 },
  },
];

const isStanding = (key: string): boolean =>
  /^(?:USERS_ACTIVE|REPORT_MEDIAN|REPORT_OLDEST|RECURRING)/.test(key);

for (const { what, happens, changes } of ROWS) {
  test(`measures count that ${what}`, async (t) => {
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await closeDays(world);
    const from = midnightOf(world.clock.now());
    const totals = async (until: Date) => totalsOf(await world.admin(), { from, until, measures: ALL });
    const before = await totals(midnightOf(from, 1));
    await happens({ world, ada, ben });
    const end = midnightOf(world.clock.now(), 1);
    world.clock.advance(end.getTime() + 600_000 - world.clock.now().getTime());
    await closeDays(world);
    const after = await totals(end);
    const found = Object.entries(after)
      .map(([key, total]) => [key, isStanding(key) ? total : total - (before[key] ?? 0)] as const)
      .map(([key, change]) => [key, Math.round(change * 10) / 10] as const)
      .filter(([key, change]) => change !== 0 && (!isStanding(key) || key in changes));
    assert.deepEqual(Object.fromEntries(found), changes);
  });
}

test('each measure has an event or a table that changes it', () => {
  const counted = new Set(
    ROWS.flatMap(({ changes }) => Object.keys(changes).map((key) => key.split(' ')[0])),
  );
  assert.deepEqual([...counted].toSorted(), ALL.toSorted());
});
