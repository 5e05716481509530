import { viewerOf } from '#domains/foundation/visibility/visibility.policy.ts';
import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import type { RequestContext } from '#platform/context.ts';
import {
  type KeysetList,
  type Page,
  type PageArgs,
  pageOf,
  type PageRequest,
  timeKey,
  type TimeKey,
} from '#platform/db/keyset.ts';
import { prime } from '#platform/loader.ts';
import type { Reaction, ReactionType, SubjectKind } from './reactions.types.ts';
import { listReactors, listReactorsOfType } from './reactors.queries.ts';

export type ReactionsArgs = PageArgs & { readonly type?: ReactionType | null | undefined };

export const reactionList = (name: string): KeysetList<TimeKey> => ({ name, key: timeKey });

/** Later than whatever is in a list, and above every UUID: where a list without a cursor starts. */
const LAST_MS = Date.UTC(9999, 11, 31);
const LAST_ID = 'ffffffff-ffff-ffff-ffff-ffffffffffff';

/** Who reacted to a subject that the caller may see, newest first; of one type or of all. */
export async function reactionPage(
  ctx: RequestContext,
  list: KeysetList<TimeKey>,
  page: PageRequest<TimeKey>,
  of: { kind: SubjectKind; subjectId: string; type: ReactionType | null },
): Promise<Page<Reaction>> {
  const { id: viewerId, now } = viewerOf(ctx);
  const [beforeMs, beforeId] = page.from ?? [LAST_MS, LAST_ID];
  const { kind, subjectId, type } = of;
  const bounds = { viewerId, now, subjectId, before: new Date(beforeMs), beforeId, limit: page.limit + 1 };
  const rows = type
    ? await listReactorsOfType[kind](ctx.db, { ...bounds, type })
    : await listReactors[kind](ctx.db, bounds);
  for (const row of rows) prime(ctx, visibleUserById, row.id, row);
  const reactions = rows.map((row): Reaction => ({ user: row, type: row.type, reactedAt: row.reactedAt }));
  return pageOf(list, page, reactions, ({ user, reactedAt }): TimeKey => [reactedAt.getTime(), user.id]);
}
