import { parsePostQuery } from '#domains/content/search/search.policy.ts';
import { FIRST_ID, type FoundRows, LAST_ID, type ListRequest } from '#platform/db/keyset.ts';
import { HOUR_MS, MINUTE_MS } from '#platform/kernel/clock.ts';
import { endIdOf, firstIdAt } from '#platform/kernel/ids.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load, loadMany } from '#platform/request/loader.ts';
import { ownConversationById } from '../conversations/conversations.loaders.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import type { AttachmentKind, Message } from '../messages/messages.types.ts';
import { type FoundMessage, searchAllMessages, searchMessagesOf } from './message-search.queries.ts';
import type { MessageSearchKey } from './message-search.types.ts';

/** A cursor that is older goes on as if it were from then: newer messages than its own are stepped over one by one. */
const CURSOR_AGE_MS_MAX = HOUR_MS;

/** A message may have its id that long before its time. */
const ID_LEAD_MS = MINUTE_MS;

/** No id is of a time before the year 1970. */
const firstIdFrom = (ms: number): string => firstIdAt(new Date(Math.max(0, ms)));

type MessageSearchArgs = {
  readonly query: string;
  readonly conversationId?: string | null | undefined;
  readonly senderId?: string | null | undefined;
  readonly kind?: AttachmentKind | null | undefined;
  readonly sentAfter?: Date | null | undefined;
  readonly sentBefore?: Date | null | undefined;
};

/**
 * Messages visible to the caller that match a query; null when the caller does not take part in the conversation.
 * @throws AppError BAD_USER_INPUT
 */
export async function searchMessages(
  ctx: UserContext,
  { query, conversationId, senderId, kind, sentAfter, sentBefore }: MessageSearchArgs,
  page: ListRequest<MessageSearchKey>,
): Promise<FoundRows<Message, MessageSearchKey> | null> {
  const terms = parsePostQuery(query);
  if (conversationId != null && !(await load(ctx, ownConversationById, conversationId))) return null;
  const {
    from: [cursorAtMs, group, beforeId],
    limit,
  } = page;
  const nowMs = ctx.clock.now().getTime();
  const searchedAtMs = page.isFirst
    ? nowMs
    : Math.min(nowMs, Math.max(cursorAtMs, nowMs - CURSOR_AGE_MS_MAX));
  const search = {
    viewerId: ctx.user.id,
    now: ctx.clock.now(),
    texts: terms.map((term) => term.text),
    excluded: terms.map((term) => term.isExcluded),
    beginnings: terms.map((term) => term.isBeginning),
    searchedAt: new Date(searchedAtMs),
    endId: firstIdFrom(Math.min(searchedAtMs, (sentBefore?.getTime() ?? Infinity) + ID_LEAD_MS) + 1),
    beginId: sentAfter ? firstIdFrom(sentAfter.getTime() - ID_LEAD_MS) : FIRST_ID,
    senderId: senderId ?? null,
    kind: kind ?? null,
    sentAfter: sentAfter ?? null,
    sentBefore: sentBefore ?? null,
    group,
    beforeId,
    limit: limit + 1,
  };
  const rows = await (conversationId == null
    ? searchAllMessages(ctx.db, search)
    : searchMessagesOf(ctx.db, { ...search, conversationId }));

  const groups = new Map(rows.flatMap((row) => (row.isVisible && row.id ? [[row.id, row.group]] : [])));
  const found = await loadMany(ctx, visibleMessageById, [...groups.keys()]);
  return {
    rows: found,
    keyOf: ({ id }) => [searchedAtMs, groups.get(id) ?? 0, id],
    endKey: groups.size > limit ? undefined : endKeyOf(rows, { searchedAtMs, group, beforeId }),
  };
}

type Reached = {
  readonly searchedAtMs: number;
  readonly group: number;
  readonly beforeId: string;
};

/** The key to go on from after a page that is not full; undefined when all has been searched. */
function endKeyOf(
  rows: readonly FoundMessage[],
  { searchedAtMs, group, beforeId }: Reached,
): MessageSearchKey | undefined {
  const last = rows.find((row) => row.isLast);
  if (last?.id != null) {
    const shown = rows.findLast((row) => row.isVisible);
    if (shown?.id != null) return [searchedAtMs, shown.group, shown.id];
    return [searchedAtMs, last.group, endIdOf(last.id, last.group === group ? beforeId : LAST_ID, [])];
  }
  const next = rows.find((row) => row.id === null);
  return next && [searchedAtMs, next.group, LAST_ID];
}
