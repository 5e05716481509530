import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import type { Actor } from '#test/support/actor.ts';
import { START } from '#test/support/messaging/messaging.ts';
import { follow, subscribe, setPrivacy } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { refused } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import type { Audience } from './privacy.types.ts';

const PUBLISH = `mutation ($audience: Audience) { createPost(input: { text: "Hi", commentAudience: $audience }) {
  post { id } errors { code } } }`;
const COMMENT = `mutation ($id: ID!) { addComment(input: { postId: $id, text: "Hi" }) {
  comment { id } errors { code } } }`;
const CAN_COMMENT = 'query ($id: ID!) { post(id: $id) { viewer { canComment } } }';

/** Relations of users to the owner of the settings. */
const AROUND = ['stranger', 'follower', 'followed', 'mutual', 'subscriber', 'subscribed'] as const;
type Around = (typeof AROUND)[number];

/** Users in each audience of the owner. */
const MEMBERS: Readonly<Record<Audience, readonly Around[]>> = {
  EVERYONE: AROUND,
  FOLLOWERS: ['follower', 'mutual'],
  FOLLOWING: ['followed', 'mutual'],
  MUTUALS: ['mutual'],
  SUBSCRIBERS: ['subscriber'],
  NOBODY: [],
};

/** Users whose own audience of this kind includes the owner: the relations in the opposite direction. */
const INCLUDING_OWNER: Readonly<Record<Audience, readonly Around[]>> = {
  EVERYONE: AROUND,
  FOLLOWERS: ['followed', 'mutual'],
  FOLLOWING: ['follower', 'mutual'],
  MUTUALS: ['mutual'],
  SUBSCRIBERS: ['subscribed'],
  NOBODY: [],
};

const AUDIENCES = Object.keys(MEMBERS) as Audience[];

describe('every audience and every relation to its owner', () => {
  let world: World;
  let owner: Person;
  const around = new Map<Around, Person>();
  const ends: (() => unknown)[] = [];

  before(async () => {
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
    owner = await world.user('odette');
    for (const name of AROUND) around.set(name, await world.user(name));
    for (const name of ['follower', 'mutual'] as const) await follow(one(name), owner);
    for (const name of ['followed', 'mutual'] as const) await follow(owner, one(name));
    await subscribe(world, one('subscriber'), owner);
    await subscribe(world, owner, one('subscribed'));
    await seen(world, owner, SEEN_AT);
    for (const name of AROUND) await seen(world, one(name), SEEN_AT);
  });
  after(async () => {
    for (const end of ends) await end();
  });

  function one(name: Around): Person {
    const person = around.get(name);
    assert.ok(person, name);
    return person;
  }

  for (const audience of AUDIENCES) {
    test(`an owner and a post accept comments from the audience ${audience} alone`, async () => {
      const byOwner = await owner.do(PUBLISH, { audience: 'EVERYONE' });
      const byPost = await owner.do(PUBLISH, { audience });
      for (const [name, setting, { createPost }] of [
        ['the owner', audience, byOwner],
        ['the post', 'EVERYONE', byPost],
      ] as const) {
        await setPrivacy(owner, { commentAudience: setting });
        const { id } = createPost.post;
        for (const [who, person] of [...around, ['owner', owner] as const]) {
          const isMember = who === 'owner' || MEMBERS[audience].includes(who);
          const { post } = await person.do(CAN_COMMENT, { id });
          assert.deepEqual(post.viewer, { canComment: isMember }, `${name}: ${who}`);
          const { data } = await person.ask(COMMENT, { id });
          const codes = data.addComment.errors.map(({ code }: { code: string }) => code);
          assert.deepEqual(codes, isMember ? [] : ['FORBIDDEN'], `${name}: ${who}`);
        }
      }
    });
  }

  for (const audience of AUDIENCES) {
    test(`an owner accepts messages from the audience ${audience} alone`, async () => {
      await setPrivacy(owner, { messageAudience: audience });
      for (const name of AROUND) {
        const person = one(name);
        const isMember = MEMBERS[audience].includes(name);
        const { user } = await person.do(CAN_MESSAGE, { id: owner.id });
        assert.deepEqual(user.viewer, { canMessage: isMember }, name);
        const input = { userIds: [owner.id], kind: 'GROUP' };
        if (isMember) {
          const { startConversation } = await person.do(START, { input });
          assert.equal(startConversation.conversation.participants.nodes.length, 2, name);
          continue;
        }
        for (const kind of ['GROUP', 'DIRECT']) {
          const errors = await refused(world, person, START, { input: { ...input, kind } });
          assert.deepEqual(
            errors,
            [{ __typename: 'PlainError', code: 'FORBIDDEN', path: ['userIds', '0'] }],
            name,
          );
        }
      }
    });

    test(`a name is a mention for the audience ${audience} alone`, async () => {
      await setPrivacy(owner, { mentionAudience: audience });
      for (const name of AROUND) {
        const isMember = MEMBERS[audience].includes(name);
        const { user } = await one(name).do(CAN_MENTION, { id: owner.id });
        assert.deepEqual(user.viewer, { canMention: isMember }, name);
        const { createPost } = await one(name).do(MENTION);
        assert.equal(createPost.post.entities.length, isMember ? 1 : 0, name);
      }
    });

    test(`only the owner and users in the audience ${audience} see when each other was last seen`, async () => {
      await setPrivacy(owner, { lastSeenAudience: audience });
      for (const name of AROUND) {
        const shown = MEMBERS[audience].includes(name) ? SHOWN : null;
        assert.equal(await lastSeenOf(owner, one(name)), shown, name);
        // A user who hides theirs from another one does not see theirs either.
        assert.equal(await lastSeenOf(one(name), owner), shown, name);
      }
      assert.equal(await lastSeenOf(owner, owner), SHOWN);
      assert.equal(await lastSeenOf(owner, world.anonymous()), null);
      await setPrivacy(owner, { lastSeenAudience: 'EVERYONE' });
    });

    test(`an owner sees when users with the audience ${audience} were last seen if it includes the owner`, async () => {
      for (const name of AROUND) {
        await setPrivacy(one(name), { lastSeenAudience: audience });
        const shown = INCLUDING_OWNER[audience].includes(name) ? SHOWN : null;
        assert.equal(await lastSeenOf(one(name), owner), shown, name);
        assert.equal(await lastSeenOf(owner, one(name)), shown, name);
        await setPrivacy(one(name), { lastSeenAudience: 'EVERYONE' });
      }
    });

    for (const isPrivate of [false, true]) {
      test(`the follow lists of ${isPrivate ? 'a private' : 'an open'} account are visible to the audience ${audience}`, async () => {
        await setPrivacy(owner, { isPrivate, followersAudience: audience, followingAudience: 'NOBODY' });
        const followers = await whoSees('followers');
        await setPrivacy(owner, { followersAudience: 'NOBODY', followingAudience: audience });
        const members = MEMBERS[audience].filter((name) => !isPrivate || FOLLOWERS.includes(name));
        const isOpen = audience === 'EVERYONE' && !isPrivate;
        const expected = [...members, ...(isOpen ? ['anonymous'] : []), 'owner'];
        assert.deepEqual([followers, await whoSees('following')], [expected, expected]);
        await setPrivacy(owner, { isPrivate: false });
      });
    }
  }

  /** Lists the viewers who can see this list; the audience of the other one is NOBODY, so that only the owner sees it. */
  async function whoSees(list: 'followers' | 'following'): Promise<string[]> {
    const viewers = [...around, ['anonymous', world.anonymous()] as const, ['owner', owner] as const];
    const seeing: string[] = [];
    for (const [name, viewer] of viewers) {
      const { shown, hidden, user } = await viewer.do(LISTS(list), { id: owner.id });
      assert.equal(hidden === null, name !== 'owner', name);
      const told = { shown: shown !== null, hidden: hidden !== null };
      assert.deepEqual(user.viewer, name === 'anonymous' ? null : told, name);
      if (shown !== null) seeing.push(name);
    }
    return seeing;
  }
});

const FOLLOWERS: readonly Around[] = MEMBERS.FOLLOWERS;
const SEEN_AT = '2031-05-05T10:07:31Z';
const SHOWN = '2031-05-05T10:05:00.000Z';

const CAN_MESSAGE = 'query ($id: ID) { user(id: $id) { viewer { canMessage } } }';
const CAN_MENTION = 'query ($id: ID) { user(id: $id) { viewer { canMention } } }';
const MENTION =
  'mutation { createPost(input: { text: "@odette" }) { post { entities { start } } errors { code } } }';
const LISTS = (list: 'followers' | 'following'): string => {
  const [shown, hidden] = list === 'followers' ? ['Followers', 'Following'] : ['Following', 'Followers'];
  return `query ($id: ID!) {
    shown: ${list}(userId: $id) { __typename }
    hidden: ${hidden.toLowerCase()}(userId: $id) { __typename }
    user(id: $id) { viewer { shown: canSee${shown} hidden: canSee${hidden} } } }`;
};

const lastSeenOf = async (person: Person, viewer: Actor): Promise<string | null> =>
  (await viewer.do('query ($id: ID) { user(id: $id) { lastSeenAt } }', { id: person.id })).user.lastSeenAt;

/** Inserts a revoked session, last used later than any other in these tests. */
async function seen(world: World, person: Person, at: string): Promise<void> {
  await runSql(
    world.connectionString,
    `insert into sessions (id, user_id, session_key, platform, ip, user_agent, created_at, last_seen_at, revoked_at)
     values (gen_random_uuid(), '${uuidOf(person.id)}', 'ended ${person.username}', 'WEB', '', '', now(), '${at}', now())`,
  );
}
