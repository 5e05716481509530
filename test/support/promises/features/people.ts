import { sql } from 'kysely';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf, type Company } from './company.ts';

export async function relateToOthers(
  world: World,
  person: Person,
  { friend, suitor, enemy }: Company,
): Promise<void> {
  const towards = async (who: Person, mutation: string, whom: Person) =>
    who.do(`mutation ($id: ID!) { ${mutation}(input: { userId: $id }) { errors { code } } }`, {
      id: whom.id,
    });
  for (const mutation of ['followUser', 'muteUser']) {
    await towards(person, mutation, friend);
    await towards(friend, mutation, person);
  }
  await towards(person, 'blockUser', enemy);
  await world.app.services.transaction(async (tx) => {
    const [id, suitorId, enemyId] = [person, suitor, enemy].map((who) => uuidOf(who.id));
    await sql`insert into follow_requests (requester_id, target_id, created_at)
      values (${id}, ${suitorId}, now()), (${suitorId}, ${id}, now())`.execute(tx);
    // A blocked user cannot block back through the API: the blocker is invisible to them.
    await sql`insert into blocks (blocker_id, blocked_id, created_at) values (${enemyId}, ${id}, now())`.execute(
      tx,
    );
    await sql`insert into entitlements (subscriber_id, creator_id, tier_level, valid_until)
      values (${id}, ${suitorId}, 1, now() + interval '1 year'), (${suitorId}, ${id}, 1, now() + interval '1 year')`.execute(
      tx,
    );
    await sql`insert into username_history (user_id, username, changed_at)
      values (${id}, ${`former.${person.username}`}, now())`.execute(tx);
  });
  await person.do(
    'mutation ($phrase: String!) { addMutedWord(input: { phrase: $phrase }) { errors { code } } }',
    { phrase: wordOf(person) },
  );
}
