import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** Structured logs on standard output; whatever could let a reader act as somebody is left out. */
export function createLogger(options: { level: string }): Logger {
  return pino({
    level: options.level,
    serializers: { err: plainError },
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

/** Errors of drivers hold whole connections, keys included: only what says what went wrong is written. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) };
  return { type, message, stack, ...code, ...cause };
}
