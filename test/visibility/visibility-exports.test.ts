import assert from 'node:assert/strict';
import { test } from 'node:test';
import { modules } from '#domains/modules.ts';
import { publish } from '#test/support/content/comments.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { SITUATIONS } from '#test/support/promises/visibility-tables.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** The files that name somebody in the state before anything hides them. */
const NAMING = ['blocks', 'conversations', 'followers', 'following', 'mutes', 'posts'];

test('no file of an export tells the present username of somebody whom its owner does not see', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const situations = Object.entries(SITUATIONS).filter(([, { hides }]) => hides === 'person');
  for (const [index, [name, { apply }]] of situations.entries()) {
    const target = await world.user(`target.${index}`);
    await relate(world, ada, target);
    const named = await filesNaming(world, ada, target.username);
    assert.deepEqual(
      named.filter((file) => file !== 'blocks'),
      NAMING.filter((file) => file !== 'blocks'),
      name,
    );

    const ids = { target: uuidOf(target.id), viewer: uuidOf(ada.id), post: '' };
    const renamed = `renamed.${index}`;
    await runSql(
      world.connectionString,
      `${apply(ids)}; update users set username = '${renamed}' where id = '${ids.target}'`,
    );
    // The name of somebody whom Ada blocks herself stands in her list of blocks, where she can lift the block.
    const own = name === 'Ada blocked them' || name === 'both blocked' ? ['blocks'] : [];
    assert.deepEqual(await filesNaming(world, ada, renamed), own, name);
  }
});

/** Everything by which a file of Ada's could name somebody. */
async function relate(world: World, ada: Person, target: Person): Promise<void> {
  await follow(ada, target);
  await follow(target, ada);
  await ada.do('mutation ($id: ID!) { muteUser(input: { userId: $id }) { errors { code } } }', {
    id: target.id,
  });
  await publish(ada, { text: 'For you', visibility: 'PRIVATE', audienceUserIds: [target.id] });
  await startWith(ada, target);
  await ada.do(
    'mutation ($input: StartConversationInput!) { startConversation(input: $input) { errors { code } } }',
    { input: { userIds: [target.id], kind: 'GROUP' } },
  );
  await world.runJobs();
}

async function filesNaming({ app }: World, owner: Person, username: string): Promise<string[]> {
  const naming: string[] = [];
  for (const part of modules.flatMap(({ personalData }) => personalData?.exports ?? [])) {
    for await (const row of part.rows(app.services, uuidOf(owner.id))) {
      if (JSON.stringify(row).includes(`"${username}"`)) naming.push(part.name);
    }
  }
  return [...new Set(naming)].toSorted();
}
