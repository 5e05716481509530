import { type FoundEntity, parseEntities } from '#domains/foundation/entities/entities.policy.ts';
import type { TextEntity } from '#domains/foundation/entities/entities.types.ts';
import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import type { UserContext } from '#platform/context.ts';
import type { Db } from '#platform/db/database.ts';
import { admits } from '../privacy/privacy.policy.ts';
import { listNamedPeople } from './mentions.queries.ts';

/**
 * What in a text of the caller a client shows as more than text. Of the names those are mentions whose owners the caller
 * may see and who let the caller mention them; the others stay text. Without names it asks the database nothing.
 * @param db the transaction that writes the text, where there is one already
 * @throws AppError VALIDATION_FAILED that points at `path` when there are too many of a kind
 */
export async function resolveEntities(
  ctx: UserContext,
  { text, path, db = ctx.db }: { text: string; path: readonly string[]; db?: Db },
): Promise<readonly TextEntity[]> {
  const found = parseEntities(text, ctx.limits, path);
  const idOf = await mentionableIds(ctx, db, found);
  return found.flatMap((entity): TextEntity[] => {
    if (entity.kind !== 'MENTION') return [entity];
    const userId = idOf.get(entity.username);
    return userId === undefined ? [] : [{ ...entity, userId }];
  });
}

/** By their usernames. */
async function mentionableIds(
  ctx: UserContext,
  db: Db,
  found: readonly FoundEntity[],
): Promise<ReadonlyMap<string, string>> {
  const usernames = new Set(found.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.username] : [])));
  if (usernames.size === 0) return new Map();
  const writer = { id: ctx.user.id, now: viewerOf(ctx).now };
  const people = await listNamedPeople(db, writer, [...usernames]);
  const mentionable = people.filter(({ id, mentionAudience, ...relation }) =>
    admits(mentionAudience, { ...relation, isOwner: id === ctx.user.id }),
  );
  return new Map(mentionable.map(({ id, username }) => [username, id]));
}
