import type { Actor, Untyped } from '#test/support/actor.ts';
import type { World } from '#test/support/world.ts';

export const NOTIFICATION = `id type category actorCount title body isRead isSeen
  actors { username } target { __typename id }`;

/** The caller's notifications, the latest first. */
export const notificationsOf = async (actor: Actor, first = 50): Promise<Untyped[]> =>
  (
    await actor.do(`query ($first: Int) { myNotifications(first: $first) { nodes { ${NOTIFICATION} } } }`, {
      first,
    })
  ).myNotifications.nodes;

/** The caller's notifications as `type actor+actor`, after all events are collected. */
export async function listed(world: World, actor: Actor): Promise<string[]> {
  await world.runJobs();
  return (await notificationsOf(actor)).map(({ type, actors }) =>
    [type, actors.map(({ username }: Untyped) => username).join('+')].join(' ').trim(),
  );
}

/** Unread and unseen notifications of the caller. */
export async function counted(actor: Actor): Promise<{ unread: number; unseen: number }> {
  const { myUnreadNotificationCount } = await actor.do(
    '{ myUnreadNotificationCount { unread { count } unseen { count } } }',
  );
  return {
    unread: myUnreadNotificationCount.unread.count,
    unseen: myUnreadNotificationCount.unseen.count,
  };
}

export async function publish(author: Actor, text: string, input: object = {}): Promise<string> {
  const { createPost } = await author.do(
    'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code message } } }',
    { input: { text, ...input } },
  );
  return createPost.post.id;
}

export const react = (actor: Actor, postId: string): Promise<unknown> =>
  actor.do('mutation ($id: ID!) { reactToPost(input: { postId: $id, type: LIKE }) { errors { code } } }', {
    id: postId,
  });

export const takeBack = (actor: Actor, postId: string): Promise<unknown> =>
  actor.do('mutation ($id: ID!) { removePostReaction(input: { postId: $id }) { errors { code } } }', {
    id: postId,
  });

/** @returns the id of the comment */
export async function comment(
  actor: Actor,
  postId: string,
  text: string,
  parentId: string | null = null,
): Promise<string> {
  const { addComment } = await actor.do(
    'mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id } errors { code message } } }',
    { input: { postId, text, parentId } },
  );
  return addComment.comment.id;
}
