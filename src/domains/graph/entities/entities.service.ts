import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { load } from '#platform/request/loader.ts';
import type { InTransaction, RequestContext, UserContext } from '#platform/request/context.ts';
import type { Db } from '#platform/db/database.ts';
import { isInAudience } from '../privacy/privacy.policy.ts';
import { type FoundEntity, parseEntities } from './entities.policy.ts';
import { listMentionCandidates } from './entities.queries.ts';
import type { TextEntity } from './entities.types.ts';

/**
 * Finds the entities in a text of the caller. A name is a mention if its owner is visible to the caller and allows them to
 * mention them; other names stay text. Without names there is no query.
 * @param db the transaction that writes the text, where there is one already
 * @throws AppError VALIDATION_FAILED that points at `path` when there are too many of a kind
 */
export async function resolveEntities(
  ctx: InTransaction<UserContext>,
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

type Shown = TextEntity[] | Promise<TextEntity[]>;

/** By text, since one operation can show a text thousands of times, and by operation, since callers see different users. */
const shownBefore = new WeakMap<RequestContext, WeakMap<readonly TextEntity[], Shown>>();

/**
 * The entities of a text for the caller: a mention of a user whom they cannot see is plain text, like a name that nobody has.
 */
export function shownEntities(ctx: RequestContext, entities: readonly TextEntity[]): Shown {
  if (!entities.some(({ kind }) => kind === 'MENTION')) return [...entities];
  const known = shownBefore.get(ctx) ?? new WeakMap<readonly TextEntity[], Shown>();
  shownBefore.set(ctx, known);
  const before = known.get(entities);
  if (before) return before;
  const shown = withoutUnseen(ctx, entities).then((seen) => {
    // From now on no field waits for it.
    known.set(entities, seen);
    return seen;
  });
  known.set(entities, shown);
  return shown;
}

async function withoutUnseen(ctx: RequestContext, entities: readonly TextEntity[]): Promise<TextEntity[]> {
  const seen = await Promise.all(
    entities.map(
      async (entity) =>
        entity.kind !== 'MENTION' || (await load(ctx, visibleUserById, entity.userId)) !== null,
    ),
  );
  return entities.filter((_entity, index) => seen[index]);
}

/** The ids of the users whom the caller can mention, by username. */
async function mentionableIds(
  ctx: InTransaction<UserContext>,
  db: Db,
  found: readonly FoundEntity[],
): Promise<ReadonlyMap<string, string>> {
  const usernames = new Set(found.flatMap((entity) => (entity.kind === 'MENTION' ? [entity.username] : [])));
  if (usernames.size === 0) return new Map();
  const writer = { id: ctx.user.id, now: viewerOf(ctx).now };
  const candidates = await listMentionCandidates(db, writer, [...usernames]);
  const mentionable = candidates.filter(({ id, mentionAudience, ...relation }) =>
    isInAudience(mentionAudience, { ...relation, isOwner: id === ctx.user.id }),
  );
  return new Map(mentionable.map(({ id, username }) => [username, id]));
}
