import { faultsOf } from '#platform/faults/faults.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type FaultKind, markReported, type Port, PortFault } from '#platform/kernel/port-fault.ts';
import { CallServerError } from '#ports/call-server.ts';
import { IdentityError } from '#ports/identity.ts';
import { MailError } from '#ports/mail.ts';
import { ModerationError } from '#ports/moderation.ts';
import { PaymentsError } from '#ports/payments.ts';
import type { Ports } from '#ports/ports.ts';

/** The same ports, whose faults are noted for the log and `/ready`. The live bus notes its own. */
export function watchedPorts(ports: Ports, log: Logger): Ports {
  const watch = watcher(log);
  return {
    ...ports,
    storage: watch(ports.storage, { port: 'storage', isAway: () => false, disproves: STORAGE_DISPROVES }),
    mail: watch(ports.mail, {
      port: 'mail',
      isAway: (error) => error instanceof MailError && error.code === 'UNAVAILABLE',
    }),
    payments: watch(ports.payments, {
      port: 'payments',
      isAway: (error) => error instanceof PaymentsError && error.code === 'UNAVAILABLE',
    }),
    moderation: watch(ports.moderation, {
      port: 'moderation',
      isAway: (error) => error instanceof ModerationError && error.code === 'UNAVAILABLE',
    }),
    identity: watch(ports.identity, {
      port: 'identity',
      isAway: (error) => error instanceof IdentityError && error.code === 'PROVIDER_UNAVAILABLE',
      // Most tokens are verified without the provider.
      disproves: { verify: [] },
    }),
    callServer: watch(ports.callServer, {
      port: 'call server',
      isAway: (error) => error instanceof CallServerError && error.code === 'UNAVAILABLE',
    }),
    fileScanner: ports.fileScanner && watch(ports.fileScanner, { port: 'file scanner', isAway: () => false }),
  };
}

/** Reading says nothing about writing. */
const STORAGE_DISPROVES = { put: ['away', 'read-only', 'full'], get: ['away'], delete: ['away'] } as const;

type Watched = {
  readonly port: Port;
  /** Whether an error of the port means that nothing answers; an adapter may also throw a fault itself. */
  readonly isAway: (error: unknown) => boolean;
  /** Faults that a success of an operation disproves; AWAY where none are named. */
  readonly disproves?: Readonly<Record<string, readonly FaultKind[]>>;
};

function watcher(log: Logger) {
  const faults = faultsOf(log);

  async function watchUse(using: Promise<unknown>, operation: string, watched: Watched): Promise<unknown> {
    const { port, disproves = {} } = watched;
    try {
      const result = await using;
      faults.over(port, disproves[operation] ?? ['away']);
      return result;
    } catch (error) {
      const fault = faultBehind(error, watched);
      if (!fault) throw error;
      faults.report(fault);
      if (error instanceof Error) markReported(error);
      // An embedded port stands on the database, and fails with it.
      throw fault.port === port ? error : fault;
    }
  }

  return <Adapter extends object>(adapter: Adapter, watched: Watched): Adapter => {
    const members = Object.entries({ ...adapter }).map(([name, member]: [string, unknown]) => {
      if (typeof member !== 'function' || name === 'close') return [name, member];
      const call = (...given: unknown[]): unknown => {
        const result: unknown = member.apply(adapter, given);
        return result instanceof Promise ? watchUse(result, name, watched) : result;
      };
      return [name, call];
    });
    // The same members, of which those that return promises return them with the same results.
    return Object.fromEntries(members) as Adapter;
  };
}

function faultBehind(error: unknown, { port, isAway }: Watched): PortFault | null {
  if (error instanceof PortFault) return error;
  if (!isAway(error)) return null;
  const below = error instanceof Error ? error.cause : undefined;
  return below instanceof PortFault ? below : new PortFault(port, 'away', { cause: error });
}
