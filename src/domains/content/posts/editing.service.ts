import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import { hashtagsOf, mentionedIdsOf } from '#domains/foundation/entities/entities.policy.ts';
import { resolveEntities } from '#domains/graph/mentions/mentions.service.ts';
import type { RequestContext, UserContext } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import { type KeysetList, type Page, type PageArgs, pageOf, parsePage } from '#platform/db/keyset.ts';
import { AppError, notFound } from '#platform/errors.ts';
import { forgetLoaded, load } from '#platform/loader.ts';
import { invalid } from '#platform/parse-input.ts';
import { parseLocation, parsePostText, parseTierLevel } from './post-input.ts';
import { postUpdated } from './posts.events.ts';
import { canEditPost, isAsNarrow } from './posts.policy.ts';
import { lockOwnPost, type PostChanges, updatePostColumns } from './posts.queries.ts';
import { existingPost } from './posts.service.ts';
import type { Post, PostLocation, PostRevision } from './posts.types.ts';
import { revisionKeyOf, revisionsOfPost } from './revisions.loaders.ts';
import { insertRevision } from './revisions.queries.ts';

type PostUpdate = {
  readonly [Name in keyof PostSettings | 'text']?: Post[Name] | null | undefined;
} & {
  readonly postId: string;
  readonly location?: PostLocation | null | undefined;
  readonly removeLocation?: boolean | null | undefined;
};

type PostSettings = Pick<Post, 'visibility' | 'tierLevel' | 'commentAudience' | 'isSensitive' | 'location'>;

/**
 * Changes what is given and differs; what the text was is kept.
 * @throws AppError NOT_FOUND for what is not the caller's, too | VALIDATION_FAILED | LIMIT_REACHED
 */
export async function updatePost(ctx: UserContext, input: PostUpdate): Promise<Post> {
  const { postId } = input;
  const authorId = ctx.user.id;
  const known = await existingPost(ctx, postId, ['postId']);
  if (!canEditPost(authorId, known)) throw notFound('Post', ['postId']);
  await ctx.transaction(async (tx) => {
    const found = await lockOwnPost(tx, { id: postId, authorId });
    if (!found) throw notFound('Post', ['postId']);
    const changes = { ...changedSettings(found, input), ...(await changedText(ctx, tx, found, input.text)) };
    if (Object.keys(changes).length === 0) return;
    await updatePostColumns(tx, postId, changes);
    const { entities = found.entities } = changes;
    const mentionedBefore = new Set(mentionedIdsOf(found.entities, authorId));
    const mentionedIds = mentionedIdsOf(entities, authorId).filter((id) => !mentionedBefore.has(id));
    tx.emit(postUpdated, { postId, authorId, hashtags: hashtagsOf(entities), mentionedIds });
  });
  forgetLoaded(ctx);
  return existingPost(ctx, postId, ['postId']);
}

/** @throws AppError VALIDATION_FAILED when the post would be shown to anybody whom it was not published for */
function changedSettings(found: Post, input: PostUpdate): Partial<PostSettings> {
  const visibility = input.visibility ?? found.visibility;
  const kept = visibility === found.visibility ? found.tierLevel : null;
  const tierLevel = parseTierLevel({ visibility, tierLevel: input.tierLevel ?? kept });
  if (!isAsNarrow(found, { visibility, tierLevel })) {
    const path = [visibility === found.visibility ? 'tierLevel' : 'visibility'];
    throw invalid(path, 'A published post can be shown to fewer people, not to others.', 'narrower');
  }
  const location = input.location ? parseLocation(input.location) : found.location;
  const settings: PostSettings = {
    visibility,
    tierLevel,
    commentAudience: input.commentAudience ?? found.commentAudience,
    isSensitive: input.isSensitive ?? found.isSensitive,
    location: input.removeLocation ? null : location,
  };
  const changed = Object.entries(settings).filter(
    // `settings` has no other names than those of its type.
    ([name, value]) => !isDeepStrictEqual(value, found[name as keyof PostSettings]),
  );
  return Object.fromEntries(changed);
}

async function changedText(
  ctx: UserContext,
  tx: Tx,
  found: Post,
  given: string | null | undefined,
): Promise<Pick<PostChanges, 'text' | 'entities' | 'editedAt'>> {
  const text =
    given == null ? found.text : parsePostText({ text: given, mediaIds: found.mediaIds }, ctx.limits);
  if (text === found.text) return {};
  const entities = await resolveEntities(ctx, { text, path: ['text'], db: tx });
  const editedAt = ctx.clock.now();
  const { postEdits } = ctx.limits;
  if ((await insertRevision(tx, found, editedAt)) > postEdits) {
    throw new AppError('LIMIT_REACHED', `The text of a post is changed at most ${postEdits} times.`);
  }
  return { text, entities, editedAt };
}

const revisionKey = z.tuple([z.int().min(1)]);
const editHistoryList: KeysetList<z.infer<typeof revisionKey>> = { name: 'editHistory', key: revisionKey };

/** What a post, which the caller may see, said before each of its edits, the latest first. */
export async function editHistory(
  ctx: RequestContext,
  args: PageArgs & { postId: string },
): Promise<Page<PostRevision>> {
  const page = parsePage(editHistoryList, args, ctx.limits);
  const [before = null] = page.from ?? [];
  const revisions = await load(ctx, revisionsOfPost, revisionKeyOf({ ...args, before, limit: page.limit }));
  return pageOf(editHistoryList, page, revisions ?? [], ({ number }) => [number]);
}
