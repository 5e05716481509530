import assert from 'node:assert/strict';
import { test } from 'node:test';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const BLOCKED = `query ($first: Int, $after: String) {
  myBlockedUsers(first: $first, after: $after) {
    nodes { username blockedAt avatar { id url } } edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`;

type BlockedPage = {
  readonly nodes: readonly { readonly username: string }[];
  readonly edges: readonly { readonly cursor: string }[];
  readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string | null };
};

const pageOf = async (person: Person, first: number, after: string | null = null): Promise<BlockedPage> =>
  (await person.do(BLOCKED, { first, after })).myBlockedUsers;
const namesOf = (page: BlockedPage): string[] => page.nodes.map(({ username }) => username);

/** Inserts users with avatars whom `blocker` has blocked; `minutes` gives the time of each block. */
async function addBlocked(
  { app, clock }: World,
  blocker: Person,
  people: { names: readonly string[]; minutes: (index: number) => number },
): Promise<void> {
  const { db, ids } = app.services;
  for (const [index, name] of people.names.entries()) {
    const [id, avatarId, now] = [ids.next(), ids.next(), clock.now()];
    const times = { created_at: now, updated_at: now };
    const user = { id, provider: 'test', subject: name, username: name, display_name: name, ...times };
    await db.insertInto('users').values(user).execute();
    const media = { id: avatarId, owner_id: id, kind: 'IMAGE' as const, state: 'READY' as const };
    await db
      .insertInto('media')
      .values({ ...media, variants: '[]', created_at: now })
      .execute();
    await db.updateTable('users').set({ avatar_media_id: avatarId }).where('id', '=', id).execute();
    const created_at = new Date(Date.UTC(2026, 0, 1, 0, people.minutes(index)));
    const block = { blocker_id: uuidOf(blocker.id), blocked_id: id, created_at };
    await db.insertInto('blocks').values(block).execute();
  }
}

const named = (prefix: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${prefix}.${index}`);

test('pages of `myBlockedUsers` of any size make up the whole list while users are being blocked', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  // Three blocks share each minute, so that the id decides their order.
  await addBlocked(world, ada, { names: named('first', 11), minutes: (index) => Math.floor(index / 3) });
  const whole = await pageOf(ada, 100);
  assert.equal(whole.nodes.length, 11);
  for (let first = 1; first <= 5; first += 1) {
    const read: string[] = [];
    for (let after: string | null = null, hasNextPage = true; hasNextPage;) {
      const page: BlockedPage = await pageOf(ada, first, after);
      assert.equal(page.nodes.length, Math.min(first, 11 - read.length));
      read.push(...namesOf(page));
      ({ hasNextPage, endCursor: after } = page.pageInfo);
      const names = [`late.${first}.${read.length}`];
      await addBlocked(world, ada, { names, minutes: () => 100 + first });
    }
    assert.deepEqual(read, namesOf(whole), `pages of ${first}`);
    await world.app.services.db
      .deleteFrom('blocks')
      .where('created_at', '>=', new Date(Date.UTC(2026, 0, 1, 1)))
      .execute();
  }
  const rests: string[][] = [];
  for (const { cursor } of whole.edges) rests.push(namesOf(await pageOf(ada, 100, cursor)));
  assert.deepEqual(
    rests,
    whole.edges.map((_, index) => namesOf(whole).slice(index + 1)),
  );
});

test('a list of fifty blocked users takes as many statements as a list of one', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const statements = (count: number): Promise<number> =>
    world.statementsOf(async () => assert.equal((await pageOf(ada, 50)).nodes.length, count));
  await addBlocked(world, ada, { names: ['one'], minutes: () => 0 });
  const one = await statements(1);
  await addBlocked(world, ada, { names: named('other', 49), minutes: (index) => index });
  // One statement for the users, one for their avatars.
  assert.deepEqual([one, await statements(50)], [2, 2]);
});

test('`myBlockedUsers` refuses foreign cursors and invalid page sizes, and lists only the caller’s own blocks', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  await addBlocked(world, ada, { names: ['one', 'two'], minutes: () => 0 });
  assert.deepEqual(namesOf(await pageOf(ben, 10)), []);
  const { mySessions } = await ada.do('{ mySessions { pageInfo { endCursor } } }');
  const forged = (key: readonly unknown[]): string =>
    Buffer.from(JSON.stringify([1, 'myBlockedUsers', ...key])).toString('base64url');
  const id = uuidOf(ada.id);
  for (const paging of [
    { first: 0 },
    { first: 101 },
    { after: 'x' },
    { after: mySessions.pageInfo.endCursor },
    { after: forged([id]) },
    { after: forged(['2026-01-01T00:00:00.000Z', id]) },
    { after: forged([-1, id]) },
    { after: forged([0.5, id]) },
    { after: forged([1e16, id]) },
    { after: forged([0, 'ada']) },
  ]) {
    const { data, errors } = await ada.ask(BLOCKED, paging);
    assert.deepEqual(
      [data, errors?.[0]?.extensions.code],
      [{ myBlockedUsers: null }, 'BAD_USER_INPUT'],
      JSON.stringify(paging),
    );
  }
  for (const key of [0, 253_402_300_799_999]) {
    assert.equal(namesOf(await pageOf(ada, 10, forged([key, id]))).length, key === 0 ? 0 : 2);
  }
  const { errors } = await world.anonymous().ask(BLOCKED);
  assert.equal(errors?.[0]?.extensions.code, 'UNAUTHENTICATED');
});
