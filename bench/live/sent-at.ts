/** Stands in the text of a message before the time at which it was sent. */
export const SENT_AT = 'sent at ';

/** Milliseconds since 1970 with their fractions, alike in all processes of a machine. */
export const wallMs = (): number => performance.timeOrigin + performance.now();
