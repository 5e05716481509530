import { SECOND_MS } from '#platform/kernel/clock.ts';
import { outsideOfScope } from '#platform/kernel/operation-scope.ts';
import type { Services } from '#platform/outbox/services.ts';
import { updateDelivered, writeLateReceipts } from './receipts.queries.ts';
import type { DeliveredMarker, MarkerKey } from './receipts.types.ts';

/** Changes of markers that this process still has to write or tell; in one batch for all of them. */
type Pending = {
  /** Markers of participants of whom the others are still to be told how far they have read. */
  late: Map<string, MarkerKey>;
  /** How far messages have been delivered. */
  delivered: Map<string, DeliveredMarker>;
  timer: NodeJS.Timeout | null;
};

const FLUSH_MS = 2 * SECOND_MS;
/** Rows of one statement. */
const DELIVERED_AT_ONCE = 1_000;

/** For each application separately: a process of the tests has several, one after the other on one database. */
const pendings = new WeakMap<Services['ports'], Pending>();

function pendingOf({ ports }: Services): Pending {
  const pending = pendings.get(ports) ?? { late: new Map(), delivered: new Map(), timer: null };
  pendings.set(ports, pending);
  return pending;
}

const keyOf = ({ conversationId, userId }: MarkerKey): string => `${conversationId} ${userId}`;

/** Tells the others within two seconds how far a participant has read. If the process dies before, they see it at the next event, or where they read it. */
export function tellLater(services: Services, marker: MarkerKey): void {
  const pending = pendingOf(services);
  pending.late.set(keyOf(marker), marker);
  schedule(services, pending);
}

/** Writes within two seconds that a message has reached a participant. If the process dies before, the next message moves the marker. */
export function deliveredLater(services: Services, marker: DeliveredMarker): void {
  const pending = pendingOf(services);
  const key = keyOf(marker);
  const known = pending.delivered.get(key);
  if (known && known.deliveredSeq >= marker.deliveredSeq) return;
  pending.delivered.set(key, marker);
  schedule(services, pending);
}

function schedule(services: Services, pending: Pending): void {
  // The operation ends before, and its end must not cancel the statement.
  pending.timer ??= outsideOfScope(() =>
    setTimeout(() => void flushLater(services, pending), FLUSH_MS).unref(),
  );
}

async function flushLater(services: Services, pending: Pending): Promise<void> {
  pending.timer = null;
  await flush(services, SECOND_MS);
  if (pending.late.size + pending.delivered.size > 0) schedule(services, pending);
}

/** Writes at once what is pending: the process stops. */
export async function flushMarkers(services: Services): Promise<void> {
  const { timer } = pendingOf(services);
  if (timer) clearTimeout(timer);
  await flush(services, 0);
}

/** @param quietMs time since the others were last told */
async function flush(services: Services, quietMs: number): Promise<void> {
  const pending = pendingOf(services);
  await Promise.all([flushLate(services, pending, quietMs), flushDelivered(services, pending)]);
}

async function flushDelivered(services: Services, pending: Pending): Promise<void> {
  const delivered = [...pending.delivered.values()];
  pending.delivered = new Map();
  for (let next = 0; next < delivered.length; next += DELIVERED_AT_ONCE) {
    const batch = delivered.slice(next, next + DELIVERED_AT_ONCE);
    try {
      await updateDelivered(services.db, {
        markers: batch,
        participantsMax: services.limits.receiptParticipants,
      });
    } catch (error) {
      services.log.warn({ err: error }, 'delivered messages of participants are marked later');
      for (const marker of batch) deliveredLater(services, marker);
    }
  }
}

async function flushLate(services: Services, pending: Pending, quietMs: number): Promise<void> {
  const late = [...pending.late.values()];
  pending.late = new Map();
  try {
    for (const marker of await tell(services, late, quietMs)) pending.late.set(keyOf(marker), marker);
  } catch (error) {
    services.log.warn({ err: error }, 'markers of participants are written later');
    for (const marker of late) pending.late.set(keyOf(marker), marker);
  }
}

/** @returns those of whom the others were told too recently */
async function tell(
  services: Services,
  late: readonly MarkerKey[],
  quietMs: number,
): Promise<readonly MarkerKey[]> {
  if (late.length === 0) return [];
  const now = services.clock.now();
  const { row } = await services.write(writeLateReceipts, {
    conversationIds: late.map(({ conversationId }) => conversationId),
    userIds: late.map(({ userId }) => userId),
    eventIds: late.map(() => services.ids.next()),
    participantsMax: services.limits.receiptParticipants,
    now,
    toldBefore: new Date(now.getTime() - quietMs),
  });
  return row?.waiting ?? [];
}
