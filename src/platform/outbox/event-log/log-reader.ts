import type { Db } from '#platform/db/database.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import type { LogPosition } from '#platform/outbox/events/cursor.ts';
import { findLogExtent, listLoggedFrom, type AddressedEvent } from './log.ts';

const READ_BATCH = 500;

/** Reads the event log from its end on, once each event. */
export type LogReader = {
  /** The newest event that was read. */
  newest(): LogPosition;
  /** Reads all that has been logged since. */
  read(signal: AbortSignal): Promise<void>;
  /** Takes events that this process has logged itself, if what it has read ends with the event before them. */
  take(events: readonly AddressedEvent[], before: LogPosition): void;
};

type LogReaderOptions = {
  readonly db: Db;
  readonly log: Logger;
  readonly deliver: (event: AddressedEvent) => void;
  /** The log was set back, with its database, and is read from its new end on. */
  readonly onSetBack: () => void;
};

export async function openLogReader({ db, log, deliver, onSetBack }: LogReaderOptions): Promise<LogReader> {
  let newest: LogPosition = await findLogExtent(db);

  async function read(signal: AbortSignal): Promise<void> {
    for (let isFull = true; isFull && !signal.aborted;) {
      // The last event is read again, because another one stands there after the log was set back.
      const isLastKnown = newest.eventId !== null;
      const from = newest;
      const limit = READ_BATCH + (isLastKnown ? 1 : 0);
      const events = await listLoggedFrom(db, newest.position + (isLastKnown ? 0 : 1), limit);
      isFull = events.length === limit;
      // Events that were taken meanwhile are not delivered again.
      if (newest !== from || (events[0]?.eventId !== from.eventId && (await isToReadAnew(from)))) {
        isFull = true;
        continue;
      }
      if (events[0]?.eventId === newest.eventId) events.shift();
      deliverAll(events);
    }
  }

  function deliverAll(events: readonly AddressedEvent[]): void {
    for (const event of events) {
      newest = event;
      deliver(event);
    }
  }

  /** Judges the absence of the last event: either it was trimmed, or there was none, or the log was set back and is read from its end now. */
  async function isToReadAnew(from: LogPosition): Promise<boolean> {
    const found = await findLogExtent(db);
    if (newest !== from) return true;
    if (newest.position <= found.trimmedPosition && newest.position <= found.position) {
      newest = { position: newest.position, eventId: null };
      return false;
    }
    log.error(
      { from: newest.position, to: found.position },
      'the event log was set back: starting anew from its end',
    );
    newest = found;
    onSetBack();
    return true;
  }

  function take(events: readonly AddressedEvent[], before: LogPosition): void {
    // A position without its event may be one that the log has passed again after it was set back.
    const isKnown = before.eventId !== null || before.position === 0;
    if (isKnown && before.position === newest.position && before.eventId === newest.eventId)
      deliverAll(events);
  }

  return { newest: () => newest, read, take };
}
