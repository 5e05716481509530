import { badUserInput } from '#platform/kernel/errors.ts';

/** A position in the event log, with the event that stands there. */
export type LogPosition = {
  readonly position: number;
  /** The event at the position; null before the first one, and when it has been trimmed. */
  readonly eventId: string | null;
};

/** A position as its cursor names it. */
export type EventCursor = {
  readonly position: number;
  /** End of the event's id: after the log was set back, another event may stand at the position. */
  readonly mark: string;
};

const FORM = /^e1\.([0-9a-z]{1,11})\.([0-9a-f]{8}|0)$/;
const BASE = 36;
const MARK_LENGTH = 8;
const NO_EVENT = '0';

/** The opaque cursor of a position in the event log. */
export function encodeEventCursor({ position, eventId }: LogPosition): string {
  return `e1.${position.toString(BASE)}.${markOf(eventId)}`;
}

export const markOf = (eventId: string | null): string => eventId?.slice(-MARK_LENGTH) ?? NO_EVENT;

/** @throws AppError BAD_USER_INPUT when the text is not the cursor of an event */
export function decodeEventCursor(cursor: string): EventCursor {
  const [, digits = '', mark = ''] = FORM.exec(cursor) ?? [];
  const position = Number.parseInt(digits, BASE);
  if (!Number.isSafeInteger(position)) throw badUserInput('`after` is not the cursor of an event.');
  return { position, mark };
}
