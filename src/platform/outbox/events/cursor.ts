import { badUserInput } from '#platform/kernel/errors.ts';

const FORM = /^e1\.([0-9a-z]{1,11})$/;
const BASE = 36;

/** The opaque cursor of an event: its position in the log. */
export function encodeEventCursor(position: number): string {
  return `e1.${position.toString(BASE)}`;
}

/** @throws AppError BAD_USER_INPUT when the text is not the cursor of an event */
export function decodeEventCursor(cursor: string): number {
  const digits = FORM.exec(cursor)?.[1];
  const position = digits === undefined ? Number.NaN : Number.parseInt(digits, BASE);
  if (!Number.isSafeInteger(position)) throw badUserInput('`after` is not the cursor of an event.');
  return position;
}
