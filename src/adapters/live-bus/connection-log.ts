import { faultsOf } from '#platform/faults/faults.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';

/** Names of the two connections, for the server and the log. */
export const INCOMING = 'plaza-live-bus-in';
export const OUTGOING = 'plaza-live-bus-out';

type Connection = typeof INCOMING | typeof OUTGOING;

/** Which connections of a bus are lost. Of the one that sends it is only known once something is sent. */
export type ConnectionLog = {
  /** Called for each failed attempt to connect, too. */
  lost(connection: Connection, error: unknown): void;
  stands(connection: Connection): void;
  isLost(connection: Connection): boolean;
};

export function connectionLog(log: Logger): ConnectionLog {
  const lost = new Set<Connection>();
  const faults = faultsOf(log);
  return {
    lost(connection, error) {
      lost.add(connection);
      faults.report(new PortFault('live bus', 'away', { cause: error }));
    },
    stands(connection) {
      if (lost.delete(connection) && !lost.has(INCOMING)) faults.over('live bus', ['away']);
    },
    isLost: (connection) => lost.has(connection),
  };
}
