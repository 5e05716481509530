import type { Metrics } from '#api/ops/metrics.ts';
import { faultsOf } from '#platform/faults/faults.ts';
import type { Logger } from '#platform/kernel/logger.ts';
import { type Port, PortFault } from '#platform/kernel/port-fault.ts';
import type { PushPort, PushPorts, PushProvider } from '#ports/push.ts';

/** Names of the providers in the log and at `/ready`. */
export const PUSH_PORTS: Readonly<Record<PushProvider, Port>> = {
  FCM: 'push by FCM',
  APNS: 'push by APNs',
  WEB_PUSH: 'push to browsers',
};

/** The same ports, whose answers are counted. A provider that answers for no device of a batch is away. */
export function watchedPush(ports: PushPorts, { pushes }: Pick<Metrics, 'pushes'>, log: Logger): PushPorts {
  const faults = faultsOf(log);
  const watched = (provider: PushProvider, port: PushPort): PushPort => ({
    ...port,
    async send(messages) {
      const answers = await port.send(messages);
      for (const { outcome } of answers) pushes.inc({ provider, result: outcome.toLowerCase() });
      const isAway = answers.length > 0 && answers.every(({ outcome }) => outcome === 'UNAVAILABLE');
      if (isAway) faults.report(new PortFault(PUSH_PORTS[provider], 'away'));
      else if (answers.length > 0) faults.over(PUSH_PORTS[provider], ['away']);
      return answers;
    },
  });
  return Object.fromEntries(
    pushEntries(ports).map(([provider, port]) => [provider, watched(provider, port)]),
  );
}

export const pushEntries = (ports: PushPorts): [PushProvider, PushPort][] =>
  // The keys of the object are those of its type.
  Object.entries(ports) as [PushProvider, PushPort][];
