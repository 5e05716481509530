import { runSql } from '#test/support/test-server.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

export async function follow(follower: Person, followee: Person): Promise<void> {
  await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: followee.id,
  });
}

/** Updates the given privacy settings of a user. */
export async function setPrivacy(person: Person, input: object): Promise<void> {
  await person.do(
    'mutation ($input: UpdatePrivacySettingsInput!) { updatePrivacySettings(input: $input) { errors { code } } }',
    { input },
  );
}

/** Makes one user a subscriber of the other, of tiers up to `level`, for a year. */
export async function subscribe(world: World, subscriber: Person, creator: Person, level = 1): Promise<void> {
  await runSql(
    world.connectionString,
    `insert into entitlements (subscriber_id, creator_id, tier_level, valid_until)
     values ('${uuidOf(subscriber.id)}', '${uuidOf(creator.id)}', ${level}, now() + interval '1 year')`,
  );
}
