import type { Logger } from '#platform/kernel/logger.ts';

export type ConnectionLog = {
  lost(error: unknown): void;
  stands(): void;
  isLost(): boolean;
};

/** Logs one line when the connection is lost and one when it recovers, not one per attempt. */
export function connectionLog(log: Logger, connection: string): ConnectionLog {
  let isLost = false;
  return {
    lost(error) {
      if (!isLost) log.warn({ err: error, connection }, 'the live bus has lost its connection');
      isLost = true;
    },
    stands() {
      if (isLost) log.info({ connection }, 'the live bus has reconnected');
      isLost = false;
    },
    isLost: () => isLost,
  };
}
