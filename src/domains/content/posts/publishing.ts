import { hashtagsOf, mentionedIdsOf } from '#domains/foundation/entities/entities.policy.ts';
import { attachMedia } from '#domains/foundation/media/media.service.ts';
import { parsePoll } from '#domains/foundation/polls/polls.policy.ts';
import { createPoll } from '#domains/foundation/polls/polls.service.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { resolveEntities } from '#domains/graph/mentions/mentions.service.ts';
import { lockUsers, updatePostCount } from '#domains/identity/users/users.service.ts';
import type { UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { notFound } from '#platform/errors.ts';
import { invalid } from '#platform/parse-input.ts';
import { insertAudience } from './audience.queries.ts';
import { addToPostCounters } from './counters.queries.ts';
import { postCreated } from './posts.events.ts';
import { insertPost } from './posts.queries.ts';
import type { PostContent } from './posts.types.ts';
import { lockQuotedPost } from './quotes.queries.ts';

/**
 * Writes a post with everything that hangs on it, and tells of it. Rows are locked in the order in which all who write
 * them do: people, media, posts, counters.
 *
 * @returns its id
 */
export async function publishPost(ctx: UserContext, tx: Tx, content: PostContent): Promise<string> {
  const authorId = ctx.user.id;
  const { text, mediaIds, quotedPostId, audienceUserIds, ...rest } = content;
  const named = audienceUserIds.filter((id) => id !== authorId);
  const createdAt = ctx.clock.now();
  const poll = content.poll && parsePoll(content.poll, createdAt);
  const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
  // Whoever is erased at this moment is named before it, and then erased with what names them, or not at all.
  if (named.length > 0) await lockUsers(tx, [authorId, ...named]);
  await updatePostCount(tx, authorId, 1);
  await attachMedia(tx, { ownerId: authorId, ids: mediaIds, path: ['mediaIds'] });
  if (quotedPostId !== null) await holdQuotedPost(ctx, tx, quotedPostId);
  const id = ctx.ids.next();
  const isQuote = quotedPostId !== null;
  await insertPost(tx, { ...rest, id, authorId, text, entities, mediaIds, isQuote, quotedPostId, createdAt });
  if (named.length > 0) await nameAudience(ctx, tx, { postId: id, userIds: named });
  if (poll) await createPoll(ctx, tx, { postId: id, poll });
  const mentionedIds = mentionedIdsOf(entities, authorId);
  tx.emit(postCreated, { postId: id, authorId, hashtags: hashtagsOf(entities), mentionedIds, quotedPostId });
  if (quotedPostId !== null) await addToPostCounters(tx, quotedPostId, { quoteCount: 1 });
  return id;
}

/** A quote carries a post to people whom its author never meant: so only what everybody may see can be quoted. */
async function holdQuotedPost(ctx: UserContext, tx: Tx, id: string): Promise<void> {
  const quoted = await lockQuotedPost(tx, viewerOf(ctx), id);
  if (!quoted) throw notFound('Post', ['quotedPostId']);
  if (quoted.visibility === 'PUBLIC' && !quoted.isAuthorPrivate) return;
  throw invalid(
    ['quotedPostId'],
    'Only public posts of accounts that are not private can be quoted.',
    'public',
  );
}

async function nameAudience(
  ctx: UserContext,
  tx: Tx,
  { postId, userIds }: { postId: string; userIds: readonly string[] },
): Promise<void> {
  const named = await insertAudience(tx, viewerOf(ctx), { postId, userIds });
  if (named < userIds.length) throw notFound('User', ['audienceUserIds']);
}
