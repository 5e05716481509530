import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type FaultKind, markReported, type Port, type PortFault } from '#platform/kernel/port-fault.ts';

/** The faults of the ports of one process, as its log and `/ready` tell of them. */
export type Faults = {
  /** Notes that a use of a port failed. The log has a line for the first, and none for others of its kind while they last. */
  report(fault: PortFault): void;
  /** Notes that a use succeeded which these faults would have made fail. */
  over(port: Port, kinds: readonly FaultKind[]): void;
  /** Whether a fault of the port is in force; of any kind, unless some are given. */
  has(port: Port, kinds?: readonly FaultKind[]): boolean;
};

/** A fault that nobody has met for so long is over. */
const QUIET_MS = 60 * SECOND_MS;
/** Minimum time between two lines on one port and kind, where a port fails and works by turns. */
const LINE_INTERVAL_MS = 10 * SECOND_MS;

const EVERY_KIND: readonly FaultKind[] = ['away', 'read-only', 'full'];

type Fault = {
  /** Whether the log has the line of its beginning. */
  isLogged: boolean;
  readonly quiet: NodeJS.Timeout;
};

const byLog = new WeakMap<Logger, Faults>();

/** A process has one log, and so one set of faults: what writes lines also knows which port has its line already. */
export function faultsOf(log: Logger): Faults {
  const known = byLog.get(log);
  if (known) return known;
  const created = createFaults(log);
  byLog.set(log, created);
  return created;
}

function createFaults(log: Logger): Faults {
  const inForce = new Map<string, Fault>();
  const loggedAtMs = new Map<string, number>();
  const keyOf = (port: Port, kind: FaultKind): string => `${port} ${kind}`;

  function end(port: Port, kind: FaultKind): void {
    const key = keyOf(port, kind);
    const fault = inForce.get(key);
    if (!fault) return;
    inForce.delete(key);
    clearTimeout(fault.quiet);
    if (fault.isLogged) log.info({ port, fault: kind }, 'a port works again');
  }

  return {
    report(error) {
      const { port, kind } = error;
      const key = keyOf(port, kind);
      let fault = inForce.get(key);
      if (fault) fault.quiet.refresh();
      else {
        fault = { isLogged: false, quiet: setTimeout(end, QUIET_MS, port, kind).unref() };
        inForce.set(key, fault);
      }
      const nowMs = performance.now();
      if (!fault.isLogged && nowMs - (loggedAtMs.get(key) ?? -Infinity) >= LINE_INTERVAL_MS) {
        fault.isLogged = true;
        loggedAtMs.set(key, nowMs);
        log.warn({ err: error, port, fault: kind }, 'a port fails');
      }
      markReported(error);
    },
    over(port, kinds) {
      // Almost always there is none, and every statement asks.
      if (inForce.size > 0) for (const kind of kinds) end(port, kind);
    },
    has: (port, kinds = EVERY_KIND) => kinds.some((kind) => inForce.has(keyOf(port, kind))),
  };
}
