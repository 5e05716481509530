import { follow } from '#test/support/people/people.ts';
import { publish } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person, World } from '#test/support/world.ts';

/** The caller, with the users and objects that inputs refer to. */
export type Scene = {
  readonly world: World;
  readonly caller: Person;
  /** The author of `post` and other member of conversations. */
  readonly other: Person;
  /** Visible to everyone, with open comments. */
  readonly post: string;
  /** The id of an image of the caller. */
  picture(): Promise<string>;
  /** The id of the direct conversation of the two users, with a message of this day: the first one of a day notes it. */
  conversation(): Promise<string>;
  /** A newly registered user. */
  stranger(): Promise<Person>;
};

export async function sceneOf(world: World): Promise<Scene> {
  const stranger = (): Promise<Person> => world.user(`person${(people += 1)}`);
  const [caller, other] = [await stranger(), await stranger()];
  let [picture, conversation]: (Promise<string> | undefined)[] = [];
  return {
    world,
    caller,
    other,
    post: await publish(other),
    picture: () => (picture ??= smallPicture().then(async (file) => (await uploaded(caller, file)).id)),
    conversation: () => (conversation ??= startUsed(caller, other)),
    stranger,
  };
}

async function startUsed(caller: Person, other: Person): Promise<string> {
  const id = await startWith(caller, other);
  await caller.do(
    'mutation ($id: ID!) { sendMessage(input: { conversationId: $id, text: "Good morning" }) { errors { code } } }',
    { id },
  );
  return id;
}

let people = 0;

/** The id of somebody who follows the caller. */
export async function fanOf({ stranger, caller }: Scene): Promise<string> {
  const fan = await stranger();
  await follow(fan, caller);
  return fan.id;
}

export async function commentOf({ other, post }: Scene): Promise<string> {
  const added = await other.do(
    `mutation ($id: ID!) { addComment(input: { postId: $id, text: "First" }) { comment { id } errors { code path } } }`,
    { id: post },
  );
  return added.addComment.comment.id;
}
