import type { Db } from '#platform/db/database.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { type EventCursor, type LogPosition, markOf } from '#platform/outbox/events/cursor.ts';
import { type AddressedTo, findLogExtent, listAddressedAfter } from './log.ts';
import type { RecentEvents } from './recent-events.ts';
import type { LiveEvent } from '#platform/outbox/events/stream.ts';

const PAGE = 500;

/** Events that a subscriber has missed, and the cursor up to which they are all. */
export type MissedPage = { readonly events: readonly LiveEvent[]; readonly end: EventCursor };

/**
 * The next events for a user after a cursor.
 * @param newest the newest event that this process has delivered
 * @throws AppError CURSOR_EXPIRED when events after the cursor may have been trimmed, or the log has another event there
 */
export async function readMissed(
  { db, recent, newest }: { db: Db; recent: RecentEvents; newest: LogPosition },
  after: EventCursor,
  to: AddressedTo,
): Promise<MissedPage> {
  const { position } = after;
  const known = recent.listAfter(after, to, PAGE);
  if (known) return pageOf(known, newest, after);
  const events = await listAddressedAfter(db, to, {
    after: position,
    newest: newest.position,
    limit: PAGE,
  });
  await assertReached(db, after);
  return pageOf(events, newest, after);
}

/** A page that is not full has all events up to the newest, which another process may have told the subscriber of already. */
function pageOf(events: readonly LiveEvent[], newest: LogPosition, after: EventCursor): MissedPage {
  const last = events.at(-1);
  if (last && (events.length === PAGE || last.position > newest.position)) {
    return { events, end: cursorOf(last) };
  }
  return { events, end: newest.position > after.position ? cursorOf(newest) : after };
}

const cursorOf = ({ position, eventId }: LogPosition): EventCursor => ({ position, mark: markOf(eventId) });

/** Checked after reading, so that events trimmed meanwhile are noticed. @throws AppError CURSOR_EXPIRED */
async function assertReached(db: Db, { position, mark }: EventCursor): Promise<void> {
  const found = await findLogExtent(db, position);
  // The newest trimmed event cannot be compared any more; the next one is still there.
  const isThere = position === found.trimmedPosition || markOf(found.eventId) === mark;
  if (!isThere || position < found.trimmedPosition || position > found.position) throw cursorExpired();
}

export const cursorExpired = (): AppError =>
  new AppError('CURSOR_EXPIRED', 'The events after this cursor are deleted: fetch the lists again.');
