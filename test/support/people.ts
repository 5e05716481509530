import type { Person } from './world.ts';

export async function follow(follower: Person, followee: Person): Promise<void> {
  await follower.do('mutation ($id: ID!) { followUser(input: { userId: $id }) { errors { code } } }', {
    id: followee.id,
  });
}

/** Changes what is given of a person's privacy settings. */
export async function setPrivacy(person: Person, input: object): Promise<void> {
  await person.do(
    'mutation ($input: UpdatePrivacySettingsInput!) { updatePrivacySettings(input: $input) { errors { code } } }',
    { input },
  );
}
