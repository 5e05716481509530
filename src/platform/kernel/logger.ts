import { pino } from 'pino';
import type { Logger } from 'pino';

export type { Logger } from 'pino';

/** Structured logs on standard output, without secrets that could be used to sign in. */
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

/** Driver errors contain whole connections, with their keys: only message, code and stack are written. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) };
  return { type, message, stack, ...code, ...cause };
}
