import { lockUsers } from '#domains/identity/users/users.service.ts';
import type { Services } from '#platform/context.ts';
import type { Tx } from '#platform/db/database.ts';
import {
  countSpellings,
  countUses,
  deleteUses,
  ensureHashtags,
  findTaggedPost,
  insertUses,
  listHashtagIdsOf,
  type Spelling,
  type TaggedPost,
  updatePostOpenness,
} from './uses.queries.ts';

/**
 * Brings what is known of a post's hashtags in line with the post, whatever has become of it since something happened to
 * it: so it does not matter in which order, and how often, it is told. A use that is gone stays in histories and trends.
 */
export async function recordPost(
  services: Services,
  { postId, authorId }: { postId: string; authorId: string },
): Promise<void> {
  await services.transaction(async (tx) => {
    // The posts of one author are recorded one after the other, and going private waits for the same lock.
    await lockUsers(tx, [authorId]);
    const post = await findTaggedPost(tx, postId, services.clock.now());
    const spellings = post ? spellingsIn(post) : [];
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
    if (before.size > 0) await updatePostOpenness(tx, postId, post.isOpen);
    if (addedIds.length > 0) {
      await insertUses(tx, { postId, authorId, isOpen: post.isOpen, hashtagIds: addedIds });
      if (post.isOpen) await countOpenUses(tx, { post, authorId, addedIds, spellings, idOf });
    }
  });
}

async function countOpenUses(
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
  if (post.isAuthorFound) await countUses(tx, { authorId, hashtagIds: addedIds, usedAt: post.writtenAt });
  const isAdded = new Set(addedIds);
  await countSpellings(
    tx,
    spellings.flatMap(({ name, spelling }) => {
      const hashtagId = idOf.get(name);
      return hashtagId !== undefined && isAdded.has(hashtagId) ? [{ hashtagId, spelling }] : [];
    }),
  );
}

/** Each hashtag of a post once, as the post writes it first. */
function spellingsIn({ text, entities }: TaggedPost): Spelling[] {
  const spellings = new Map<string, string>();
  for (const entity of entities) {
    if (entity.kind !== 'HASHTAG' || spellings.has(entity.name)) continue;
    spellings.set(entity.name, text.slice(entity.start + 1, entity.end));
  }
  return [...spellings].map(([name, spelling]) => ({ name, spelling }));
}
