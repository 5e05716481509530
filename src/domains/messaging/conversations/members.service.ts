import { LRUCache } from 'lru-cache';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import { findMembers, type Members } from './participants.queries.ts';
import type { Conversation } from './conversations.types.ts';

type Cache = {
  /** Set-backs of the database before the members were read. */
  readonly setBacks: number;
  readonly members: LRUCache<string, Members>;
};

/** Some 60 bytes each. */
const CACHED_MEMBERS_MAX = 500_000;

/** Members are cached for each database separately: ids and versions are valid in one database alone. */
const caches = new WeakMap<Db, Cache>();

function cacheOf({ db, events }: Services): Cache['members'] {
  const setBacks = events.setBacks();
  let found = caches.get(db);
  if (found?.setBacks !== setBacks) {
    const members = new LRUCache<string, Members>({
      maxSize: CACHED_MEMBERS_MAX,
      sizeCalculation: ({ joinedVersions }) => joinedVersions.size + 1,
    });
    found = { setBacks, members };
    caches.set(db, found);
  }
  return found.members;
}

/** Drops members that are older than a version: an event may still come whose own version they satisfy. */
export function forgetMembersBefore(
  services: Services,
  conversations: readonly Pick<Conversation, 'id' | 'membersVersion'>[],
): void {
  const cache = cacheOf(services);
  for (const { id, membersVersion } of conversations) {
    if ((cache.peek(id)?.version ?? membersVersion) < membersVersion) cache.delete(id);
  }
}

/**
 * The users who may be told of an event of a conversation: its members, without those who joined after the event.
 * They are cached by the version that every change of the members raises, so most events need no statement.
 *
 * @param event `membersVersion` is that of the conversation at the event
 */
export async function membersAt(
  services: Services,
  event: { readonly conversationId: string; readonly membersVersion: number },
): Promise<ReadonlySet<string>> {
  const { conversationId, membersVersion } = event;
  const cache = cacheOf(services);
  let found = cache.get(conversationId);
  if (!found || found.version < membersVersion) {
    found = await findMembers(services.db, conversationId);
    if (!found) return new Set();
    cache.set(conversationId, found);
  }
  const { version, ids, joinedVersions } = found;
  if (version === membersVersion) return ids;
  return new Set([...joinedVersions].filter(([, joined]) => joined <= membersVersion).map(([id]) => id));
}
