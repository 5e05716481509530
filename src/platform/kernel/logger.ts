import { type DestinationStream, type LoggerOptions, pino } from 'pino';
import type { LogFn, Logger } from 'pino';
import { isReported } from './port-fault.ts';
import { currentRequest } from './request-scope.ts';

export type { Logger } from 'pino';

export type LogFormat = 'json' | 'pretty';

/** The logger of a process. Without a format, a terminal gets coloured lines for people, and everything else gets JSON. */
export async function openLogger(options: {
  readonly logLevel: string;
  readonly logFormat: LogFormat | null;
}): Promise<Logger> {
  const format = options.logFormat ?? (process.stdout.isTTY ? 'pretty' : 'json');
  const level = options.logLevel;
  if (format === 'json') return createLogger({ level });
  const { PinoPretty } = await import('pino-pretty');
  // Written at once, so that lines and the greeting keep their order.
  const terminal = PinoPretty({
    ignore: 'pid,hostname',
    translateTime: 'SYS:HH:MM:ss.l',
    singleLine: true,
    sync: true,
  });
  return createLogger({ level }, terminal);
}

/** Structured logs, without secrets that could be used to sign in; each line has the id of the request that it belongs to. */
export function createLogger(options: { level: string }, destination?: DestinationStream): Logger {
  const settings: LoggerOptions = {
    level: options.level,
    serializers: { err: plainError },
    mixin: requestFields,
    hooks: { logMethod: demoteReported },
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
  };
  return destination ? pino(settings, destination) : pino(settings);
}

const DEBUG_LEVEL = 20;

/** A port that fails has one line, however many loops and requests meet it: theirs are for debugging. */
function demoteReported(this: Logger, given: Parameters<LogFn>, write: LogFn, level: number): void {
  const [facts] = given;
  const hasError = level > DEBUG_LEVEL && typeof facts === 'object' && facts !== null && 'err' in facts;
  if (hasError && isReported(facts.err)) this.debug(...given);
  else write.apply(this, given);
}

function requestFields(): object {
  const requestId = currentRequest()?.id;
  return requestId === undefined ? {} : { requestId };
}

/** Driver errors contain whole connections, with their keys: only message, code and stack are written. */
function plainError(error: unknown): object {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name: type, message, stack } = error;
  const code = 'code' in error ? { code: error.code } : {};
  const cause = error.cause === undefined ? {} : { cause: plainError(error.cause) };
  return { type, message, stack, ...code, ...cause };
}
