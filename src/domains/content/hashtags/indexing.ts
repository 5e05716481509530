import { lockUsers } from '#domains/identity/users/user-rows.service.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  recordSpellings,
  recordUses,
  deleteUses,
  ensureHashtags,
  findTaggedPost,
  insertUses,
  listHashtagIdsOf,
  type Spelling,
  type TaggedPost,
  updatePostUsesPublic,
} from './uses.queries.ts';

/**
 * Indexes the hashtags of a post as the post is now. So the order and number of its events do not matter. A removed use
 * stays in histories and trends.
 */
export async function indexPostHashtags(
  services: Services,
  { postId, authorId }: { postId: string; authorId: string },
): Promise<void> {
  await services.transaction(async (tx) => {
    // The lock serializes the indexing of one author's posts, and a change to private takes it, too.
    await lockUsers(tx, [authorId]);
    const post = await findTaggedPost(tx, postId, services.clock.now());
    const spellings = post ? spellingsOf(post) : [];
    const idOf = await ensureHashtags(
      tx,
      spellings.map((spelling) => ({ ...spelling, id: services.ids.next() })),
      services.clock.now(),
    );
    const before = new Set(await listHashtagIdsOf(tx, postId));
    const now = new Set(idOf.values());
    const addedIds = [...now.difference(before)];
    if (before.size > 0) await deleteUses(tx, postId, [...before.difference(now)]);
    if (!post) return;
    if (before.size > 0) await updatePostUsesPublic(tx, postId, post.isPublic);
    if (addedIds.length > 0) {
      await insertUses(tx, { postId, authorId, isPublic: post.isPublic, hashtagIds: addedIds });
      if (post.isPublic) await countPublicUses(tx, { post, authorId, addedIds, spellings, idOf });
    }
  });
}

async function countPublicUses(
  tx: Tx,
  uses: {
    post: TaggedPost;
    authorId: string;
    addedIds: readonly string[];
    spellings: readonly Spelling[];
    idOf: ReadonlyMap<string, string>;
  },
): Promise<void> {
  const { post, authorId, addedIds, spellings, idOf } = uses;
  if (post.isAuthorDiscoverable)
    await recordUses(tx, { authorId, hashtagIds: addedIds, usedAt: post.writtenAt });
  const isAdded = new Set(addedIds);
  await recordSpellings(
    tx,
    spellings.flatMap(({ name, spelling }) => {
      const hashtagId = idOf.get(name);
      return hashtagId !== undefined && isAdded.has(hashtagId) ? [{ hashtagId, spelling }] : [];
    }),
  );
}

/** Each hashtag of a post once, as the post writes it first. */
function spellingsOf({ text, entities }: TaggedPost): Spelling[] {
  const spellings = new Map<string, string>();
  for (const entity of entities) {
    if (entity.kind !== 'HASHTAG' || spellings.has(entity.name)) continue;
    spellings.set(entity.name, text.slice(entity.start + 1, entity.end));
  }
  return [...spellings].map(([name, spelling]) => ({ name, spelling }));
}
