import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** Structured logs on standard output; whatever could let a reader act as somebody is left out. */
export function createLogger(options: { level: string }): Logger {
  return pino({
    level: options.level,
    redact: {
      paths: [
        'authorization',
        '*.authorization',
        'password',
        '*.password',
        'accessToken',
        '*.accessToken',
        'refreshToken',
        '*.refreshToken',
      ],
      censor: '[redacted]',
    },
  });
}
