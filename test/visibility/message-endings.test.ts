import assert from 'node:assert/strict';
import { describe, test } from 'node:test';
import {
  endedScene,
  type EndedScene,
  liveLocationScene,
  surfacesShowing,
  viewOnceScene,
} from '#test/support/messaging/ended-messages.ts';
import { stop } from '#test/support/messaging/live-locations.ts';
import type { ModerationState } from '#domains/foundation/visibility/visibility.policy.ts';
import { moderateMessage } from '#test/support/people/moderate.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld } from '#test/support/world.ts';

/*
 * Deleted, expired and hidden content appears nowhere after its end. Ada has sent a text with a picture to two groups and mentioned
 * Ben, a member; it is pinned, was edited and has a reply. Each table has the surfaces that still show anything of it.
 */

const LISTS = [
  'conversationMessages',
  'node',
  'Message.editHistory',
  'Conversation.lastMessage',
  'Message.replyTo',
  'Conversation.pinnedMessages',
  'searchMessages',
  'messageAdded, missed',
  'messageUpdated, missed',
];
/** All of them disappear after a minute, so none is forwarded. */
const ACTS = ['sendMessage as a reply', 'reactToMessage', 'messageReactors'];
const COUNTS = ['unreadCount', 'unreadMentionCount', 'myUnreadCounts.mentionConversationCount'];
/** To those who see it. */
const RECIPIENT = [...LISTS, ...ACTS, ...COUNTS, 'file behind its link'];
const SENDER = [
  ...LISTS,
  ...ACTS,
  'editMessage',
  'pinMessage',
  'messageReaders',
  'node of the media item',
  'export',
  'file behind its link',
];
const LINK = ['file behind its link'];

type Ending = {
  readonly end: (scene: EndedScene) => Promise<unknown>;
  readonly recipient: readonly string[];
  readonly sender: readonly string[];
};

const inSql =
  (set: string) =>
  ({ world, ids }: EndedScene): Promise<void> =>
    runSql(
      world.connectionString,
      `update messages set ${set} where id in (${ids.map((id) => `'${uuidOf(id)}'`).join(', ')})`,
    );

const moderated =
  (...states: readonly ModerationState[]) =>
  async ({ world, ids }: EndedScene): Promise<void> => {
    for (const state of states) {
      // The live location and the media item stand for both.
      for (const id of new Set(ids)) await moderateMessage(world, id, state);
    }
    await world.runJobs();
  };

const deleted =
  (by: 'ada' | 'ben', scope: 'ME' | 'EVERYONE') =>
  async ({ [by]: actor, ids, world }: EndedScene): Promise<void> => {
    for (const id of ids) {
      await actor.do(
        `mutation ($id: ID!) { deleteMessage(input: { messageId: $id, scope: ${scope} }) { errors { code } } }`,
        { id },
      );
    }
    await world.runJobs();
  };

const without = (surfaces: readonly string[], ...missing: readonly string[]): readonly string[] =>
  surfaces.filter((name) => !missing.includes(name));

const ENDINGS: Readonly<Record<string, Ending>> = {
  'not ended': { end: async () => undefined, recipient: RECIPIENT, sender: SENDER },
  'deleted for everyone': {
    end: deleted('ada', 'EVERYONE'),
    recipient: [],
    sender: ['messageReaders'],
  },
  'deleted for the recipient': { end: deleted('ben', 'ME'), recipient: LINK, sender: SENDER },
  'deleted for the sender': {
    end: deleted('ada', 'ME'),
    recipient: RECIPIENT,
    sender: ['node of the media item', 'export', ...LINK],
  },
  // The file goes with the row.
  expired: {
    end: async ({ world }) => world.clock.advance('61s'),
    recipient: LINK,
    sender: ['node of the media item', ...LINK],
  },
  'expired and swept': {
    async end({ world }) {
      world.clock.advance('61s');
      await runCron(world, 'messages.sweepExpired');
    },
    recipient: [],
    sender: [],
  },
  held: {
    end: moderated('HELD'),
    recipient: LINK,
    sender: without(
      SENDER,
      // A preview is read for all members.
      'reactToMessage',
      'pinMessage',
    ),
  },
  removed: {
    end: moderated('REMOVED'),
    recipient: LINK,
    sender: ['node of the media item', 'export', ...LINK],
  },
  'held and restored': { end: moderated('HELD', 'VISIBLE'), recipient: RECIPIENT, sender: SENDER },
  'removed and restored': {
    end: moderated('HELD', 'REMOVED', 'VISIBLE'),
    recipient: RECIPIENT,
    sender: SENDER,
  },
};

describe('surfaces of messages by the way they ended', () => {
  for (const [name, { end, recipient, sender }] of Object.entries(ENDINGS)) {
    test(`what is ${name} appears where it may, and nowhere else`, async (t) => {
      const scene = await endedScene(await testWorld(t, { env: { LIMIT_DISAPPEAR_SECONDS_MIN: '60' } }));
      await end(scene);
      assert.deepEqual(await surfacesShowing(scene, 'ben'), recipient.toSorted(), 'for the recipient');
      assert.deepEqual(await surfacesShowing(scene, 'ada'), sender.toSorted(), 'for the sender');
    });
  }
});

/** Fields of a message itself that members are shown, and not its content. */
const SHELL = ['sendMessage as a reply', 'reactToMessage', 'messageReactors'];
const SHELL_OF_SENDER = [...SHELL, 'pinMessage', 'messageReaders'];

const VIEW_ONCE: Readonly<Record<string, Ending>> = {
  'not opened': {
    end: async () => undefined,
    recipient: [...SHELL, 'unreadCount', ...LINK],
    sender: [...SHELL_OF_SENDER, ...LINK],
  },
  opened: {
    end: ({ ben, ids }) => opened(ben, ids[0]),
    recipient: [...SHELL, 'unreadCount', ...LINK],
    sender: [...SHELL_OF_SENDER, ...LINK],
  },
  'opened by all and erased': {
    async end({ world, ben, cleo, ids }) {
      for (const recipient of [ben, cleo]) await opened(recipient, ids[0]);
      world.clock.advance('61s');
      await world.runJobs();
      await world.runJobs();
    },
    recipient: [...SHELL, 'unreadCount'],
    sender: SHELL_OF_SENDER,
  },
};

const opened = (recipient: Person, id: string): Promise<unknown> =>
  recipient.do('mutation ($id: ID!) { openViewOnce(input: { messageId: $id }) { errors { code } } }', { id });

const VIEW_ONCE_MODERATED: Readonly<Record<string, Ending>> = {
  held: {
    end: moderated('HELD'),
    // The reply is unread.
    recipient: ['unreadCount', ...LINK],
    sender: ['sendMessage as a reply', 'messageReactors', 'messageReaders', ...LINK],
  },
  removed: { end: moderated('REMOVED'), recipient: ['unreadCount', ...LINK], sender: LINK },
};

describe('surfaces of media that are viewed once', () => {
  for (const [name, { end, recipient, sender }] of Object.entries({ ...VIEW_ONCE, ...VIEW_ONCE_MODERATED })) {
    test(`what is ${name} is told of, and its file is shown nowhere`, async (t) => {
      const scene = await viewOnceScene(await testWorld(t, { env: { LIMIT_DISAPPEAR_SECONDS_MIN: '60' } }));
      await end(scene);
      assert.deepEqual(await surfacesShowing(scene, 'ben'), recipient.toSorted(), 'for the recipient');
      assert.deepEqual(await surfacesShowing(scene, 'ada'), sender.toSorted(), 'for the sender');
    });
  }
});

/** Of a message without a text that is not the last one and is never edited. */
const SHOWN = without(LISTS, 'Message.editHistory', 'Conversation.lastMessage', 'searchMessages');
const ENDED_SHARING = { recipient: [...SHELL, 'unreadCount'], sender: SHELL_OF_SENDER };

const LIVE_LOCATION: Readonly<Record<string, Ending>> = {
  shared: {
    end: async () => undefined,
    recipient: [...SHOWN, ...SHELL, 'unreadCount'],
    sender: [...SHOWN, ...SHELL_OF_SENDER],
  },
  stopped: { end: ({ ada, ids }) => stop(ada, ids[0]), ...ENDED_SHARING },
  'ended by time': { end: async ({ world }) => world.clock.advance('121s'), ...ENDED_SHARING },
  'ended by time and swept': {
    async end({ world }) {
      world.clock.advance('121s');
      await runCron(world, 'liveLocations.sweepEnded');
    },
    ...ENDED_SHARING,
  },
  'deleted for everyone': {
    end: deleted('ada', 'EVERYONE'),
    recipient: ['unreadCount'],
    sender: ['messageReaders'],
  },
  held: {
    end: moderated('HELD'),
    recipient: ['unreadCount'],
    sender: [...SHOWN, 'sendMessage as a reply', 'messageReactors', 'messageReaders'],
  },
  removed: { end: moderated('REMOVED'), recipient: ['unreadCount'], sender: [] },
  // The reply is unread.
  expired: { end: inSql("expires_at = '2001-01-01'"), recipient: ['unreadCount'], sender: [] },
};

describe('surfaces of live locations', () => {
  for (const [name, { end, recipient, sender }] of Object.entries(LIVE_LOCATION)) {
    test(`a position that is ${name} is shown where it may, and nowhere else`, async (t) => {
      const scene = await liveLocationScene(
        await testWorld(t, { env: { LIMIT_DISAPPEAR_SECONDS_MIN: '60' } }),
      );
      await end(scene);
      assert.deepEqual(await surfacesShowing(scene, 'ben'), recipient.toSorted(), 'for the recipient');
      assert.deepEqual(await surfacesShowing(scene, 'ada'), sender.toSorted(), 'for the sender');
    });
  }
});
