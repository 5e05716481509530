import { sql } from 'kysely';
import type { Actor, Untyped } from '#test/support/actor.ts';
import type { Person, World } from '#test/support/world.ts';
import { wrongCommentCounters, wrongPostCounters } from './wrong-counters.ts';

/** Reads whole threads, without the cost limit. */
export const THREAD_WORLD = {
  env: {
    LIMIT_OPERATION_COST: '100000000',
    LIMIT_USER_COST_BUDGET: '1000000000',
    LIMIT_ANONYMOUS_COST_BUDGET: '1000000000',
  },
} as const;

const CREATE_POST =
  'mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id } errors { code } } }';

/** @returns the id of a new post */
export async function publish(author: Person, input: object = { text: 'A post' }): Promise<string> {
  return (await author.do(CREATE_POST, { input })).createPost.post.id;
}

export const ADD_COMMENT = `mutation ($input: AddCommentInput!) {
  addComment(input: $input) { comment { id } errors { code path } } }`;

/** @returns the id of a new comment */
export async function commentOn(
  author: Person,
  postId: string,
  { text = 'A comment', ...input }: { text?: string; parentId?: string; mediaIds?: readonly string[] } = {},
): Promise<string> {
  return (await author.do(ADD_COMMENT, { input: { postId, text, ...input } })).addComment.comment.id;
}

/** A mutation about one comment, with its selected payload. */
export const aboutComment = (name: string, result = 'comment { id }'): string =>
  `mutation ($id: ID!) { ${name}(input: { commentId: $id }) { ${result} errors { code path } } }`;

export const DELETE_COMMENT = aboutComment('deleteComment', 'commentId');

const LEVELS = 4;
const NODES = `nodes { text replyCount isTombstone isPinned author { username } ${'replies { nodes { text replyCount isTombstone isPinned author { username } '.repeat(LEVELS - 1)}${'} }'.repeat(LEVELS - 1)} }`;
const THREAD = `query ($id: ID!, $sort: CommentSort) { postComments(postId: $id, sort: $sort, first: 100) { ${NODES} } }`;

/**
 * The thread of a post as visible to a viewer, a line for each comment: two dashes per level, the text with
 * its author or † for a tombstone, and the number of its replies. Replies are in their default order, oldest first.
 */
export async function threadOf(
  viewer: Actor,
  postId: string,
  sort: 'TOP' | 'NEWEST' | 'OLDEST' = 'OLDEST',
): Promise<string[]> {
  const { postComments } = await viewer.do(THREAD, { id: postId, sort });
  return linesOf(postComments.nodes, '');
}

function linesOf(nodes: readonly Untyped[], indent: string): string[] {
  return nodes.flatMap((node) => {
    const said = node.isTombstone ? '†' : `${node.text} (${node.author.username})`;
    const pin = node.isPinned ? '* ' : '';
    const line = `${indent}${pin}${said} ${node.replyCount}`;
    return [line, ...linesOf(node.replies?.nodes ?? [], `${indent}--`)];
  });
}

export async function commentCountOf(viewer: Actor, postId: string): Promise<number> {
  const { post } = await viewer.do('query ($id: ID!) { post(id: $id) { commentCount } }', { id: postId });
  return post.commentCount;
}

/** Wrong counters of posts and comments, and comments whose post or depth differs from that of their parent. */
export async function wrongThreads(world: World): Promise<unknown[]> {
  const { rows } = await sql`
    select c.id from comments c left join comments parent on parent.id = c.parent_id
    where c.depth <> coalesce(parent.depth, 0) + 1 or parent.post_id <> c.post_id`.execute(
    world.app.services.db,
  );
  return [...rows, ...(await wrongPostCounters(world)), ...(await wrongCommentCounters(world))];
}
