import { commentOn } from '#test/support/content/comments.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import type { Person, World } from '#test/support/world.ts';
import { wordOf, type Company } from './company.ts';

/** Posts with comments and reactions, and tells the picture of one. */
export async function publish(person: Person, { friend, suitor }: Company, word: string): Promise<string> {
  const post = async (text: string, mediaIds: readonly string[]): Promise<string> => {
    const { createPost } = await person.do(
      'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
      { input: { text, mediaIds, idempotencyKey: text.replaceAll(' ', '-') } },
    );
    return createPost.post.id;
  };
  const shown = await uploaded(person, await smallPicture(), { altText: `Alt ${word}` });
  const own = await post(`Post ${word}`, [shown.id]);
  await commentOn(friend, own);
  const regretted = await post(`Regretted ${word}`, []);
  await person.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: regretted,
  });
  const theirs = await publishAs(suitor, 'Hello');
  await actOn(person, theirs);
  await discuss(person, suitor, theirs);
  await seeAndSave(person, theirs);
  return shown.id;
}

/** A hashtag without an owner. */
export async function tag(world: World, person: Person): Promise<void> {
  await publishAs(person, 'This is #life');
  await world.runJobs();
  await person.do('mutation { followHashtag(input: { name: "life" }) { errors { code } } }');
}

/** A post for the friend only, edited once, and a draft. */
export async function writeFor(person: Person, friend: Person, word: string): Promise<void> {
  const content = { visibility: 'PRIVATE', audienceUserIds: [friend.id] };
  const { createPost } = await person.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }',
    { input: { ...content, text: `Edited ${word}` } },
  );
  await person.do(
    `mutation ($id: ID!, $text: String!, $draft: SaveDraftInput!) {
      updatePost(input: { postId: $id, text: $text }) { errors { code } }
      saveDraft(input: $draft) { errors { code } } }`,
    { id: createPost.post.id, text: `Post ${word}`, draft: { ...content, text: `Draft ${word}` } },
  );
}

/** Each of the two votes in their own poll and in the other's. */
export async function askAndChoose(person: Person, friend: Person, word: string): Promise<void> {
  const { createPost } = await person.do(
    `mutation ($input: CreatePostInput!) {
      createPost(input: $input) { post { poll { id options { id } } } errors { code } } }`,
    { input: { text: `Asked ${word}`, poll: { options: [`Choice ${word}`, 'Another'] } } },
  );
  const { id, options } = createPost.post.poll;
  for (const voter of [person, friend]) {
    await voter.do(
      `mutation ($id: ID!, $options: [ID!]!) {
        votePoll(input: { pollId: $id, optionIds: $options }) { errors { code } } }`,
      { id, options: [options[0].id] },
    );
  }
}

async function publishAs(author: Person, text: string): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($text: String!) { createPost(input: { text: $text }) { post { id } errors { code } } }',
    { text },
  );
  return createPost.post.id;
}

/** Actions of a user on a post of a user who is not erased. */
async function actOn(person: Person, postId: string): Promise<void> {
  await person.do(
    'mutation ($id: ID!) { createPost(input: { text: "Look", quotedPostId: $id }) { errors { code } } }',
    { id: postId },
  );
  await person.do(
    `mutation ($id: ID!) {
      reactToPost(input: { postId: $id, type: LOVE }) { errors { code } }
      repost(input: { postId: $id }) { errors { code } } }`,
    { id: postId },
  );
}

/** Private actions of a user on a post. */
async function seeAndSave(person: Person, postId: string): Promise<void> {
  const { createSavedCollection } = await person.do(
    'mutation ($name: String!) { createSavedCollection(input: { name: $name }) { collection { id } errors { code } } }',
    { name: `Collection ${wordOf(person)}` },
  );
  await person.do(
    `mutation ($id: ID!, $collections: [ID!]!) {
      recordPostViews(input: { events: [{ postId: $id, source: FEED }] }) { errors { code } }
      savePost(input: { postId: $id, collectionIds: $collections }) { errors { code } } }`,
    { id: postId, collections: [createSavedCollection.collection.id] },
  );
}

/** Comments and replies on a post of a user who is not erased, and reacts to the reply. */
async function discuss(person: Person, author: Person, postId: string): Promise<void> {
  const word = wordOf(person);
  const { id: picture } = await uploaded(person, await smallPicture(), { altText: `Shown ${word}` });
  const parentId = await commentOn(person, postId, { text: `Comment ${word}`, mediaIds: [picture] });
  const answer = await commentOn(author, postId, { parentId });
  await person.do(
    'mutation ($id: ID!) { reactToComment(input: { commentId: $id, type: HAHA }) { errors { code } } }',
    { id: answer },
  );
}
