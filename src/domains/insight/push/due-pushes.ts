import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { PUSH_BATCH_MAX, type PushAnswer, type PushMessage, type PushPort } from '#ports/push.ts';
import { insertDeliveries } from './deliveries.queries.ts';
import { LEASE_MS, PROVIDER_PAUSE_MS, retryPauseMs } from './push.policy.ts';
import { pushesSent } from './push.events.ts';
import { deleteGoneDevice, updateFailed, updateSucceeded } from './push.queries.ts';
import type { Delivery, PushContent, PushQueue, WaitingPush } from './push.types.ts';
import { SEALED_CONTENT, SEALED_TOKEN } from './sending.service.ts';
import { deleteWaiting, leaseWaiting, updateDue } from './waiting.queries.ts';

/** A row that was taken, with its message; or why there is none. */
type Taken = {
  readonly row: WaitingPush;
  readonly type: string;
  readonly message: PushMessage | null;
};

/** How a batch ended: nothing was due, some of it was answered, or the provider is away. */
export type BatchEnd = 'EMPTY' | 'ANSWERED' | 'AWAY';

/** Sends a batch of what is due in a queue, and writes down what became of it. */
export async function sendBatch(services: Services, queue: PushQueue, port: PushPort): Promise<BatchEnd> {
  const { clock, transaction } = services;
  const now = clock.now();
  const leasedUntil = new Date(now.getTime() + LEASE_MS);
  const rows = await transaction((tx) =>
    leaseWaiting(tx, { ...queue, now, leasedUntil, limit: PUSH_BATCH_MAX }),
  );
  if (rows.length === 0) return 'EMPTY';
  const taken = rows.map((row) => takenOf(services, row));
  const sent = taken.filter(({ message, row }) => message !== null && row.expiresAt > now);
  const answers = await port.send(sent.flatMap(({ message }) => message ?? []));
  const answerOf = new Map(sent.map(({ row }, index) => [row.id, answers[index]]));
  await settle(services, taken, (id) => answerOf.get(id));
  const isAway = answers.length > 0 && answers.every(({ outcome }) => outcome === 'UNAVAILABLE');
  return isAway ? 'AWAY' : 'ANSWERED';
}

function takenOf({ sealer }: Services, row: WaitingPush): Taken {
  const content = sealer.open(SEALED_CONTENT, row.sealedContent);
  // A text that can be opened was sealed by `queuePush`.
  const opened = content === null ? null : (JSON.parse(content) as PushContent);
  const token = sealer.open(SEALED_TOKEN, row.sealedToken);
  if (!opened || token === null) return { row, type: opened?.type ?? 'UNKNOWN', message: null };
  const { type, ...rest } = opened;
  const { id, appId, environment, expiresAt, platform } = row;
  const kind = platform === 'APNS_VOIP' ? 'VOIP' : 'ALERT';
  return { row, type, message: { ...rest, kind, id, token, appId, environment, expiresAt } };
}

/** End of an attempt: the row is over, with a delivery, or waits until a time. */
type Settled =
  | { readonly row: WaitingPush; readonly delivery: Omit<Delivery, 'at'>; readonly isGone: boolean }
  | { readonly row: WaitingPush; readonly dueAt: Date };

async function settle(
  { clock, transaction }: Services,
  taken: readonly Taken[],
  answerOf: (id: string) => PushAnswer | undefined,
): Promise<void> {
  const now = clock.now();
  // A device that has another owner by now tells the former one nothing.
  const own = taken.filter(({ row }) => row.ownerId === row.userId);
  const settled = own.map((each) => settledOf(each, answerOf(each.row.id), now));
  const over = settled.filter((each) => 'delivery' in each);
  const later = settled.filter((each) => 'dueAt' in each);
  const idsIn = (state: Delivery['state']): string[] =>
    over.filter(({ delivery }) => delivery.state === state).map(({ row }) => row.deviceId);
  const laterIds = new Set(later.map(({ row }) => row.id));
  await transaction(async (tx) => {
    const states = await insertDeliveries(
      tx,
      over.map(({ delivery }) => ({ ...delivery, at: now })),
    );
    tellSent(tx, states);
    await deleteWaiting(
      tx,
      taken.map(({ row }) => row.id).filter((id) => !laterIds.has(id)),
    );
    await updateDue(
      tx,
      later.map(({ row: { id }, dueAt }) => ({ id, dueAt })),
    );
    await updateSucceeded(tx, idsIn('SENT'), now);
    await updateFailed(tx, idsIn('FAILED'));
    for (const { row, isGone } of over) {
      const { deviceId: id, tokenHash, registeredAt } = row;
      if (isGone) await deleteGoneDevice(tx, { id, tokenHash, registeredAt });
    }
  });
}

function tellSent(tx: Tx, states: readonly Delivery['state'][]): void {
  const countOf = (state: Delivery['state']): number => states.filter((each) => each === state).length;
  if (states.length > 0) tx.emit(pushesSent, { sentCount: countOf('SENT'), failedCount: countOf('FAILED') });
}

function settledOf({ row, type, message }: Taken, answer: PushAnswer | undefined, now: Date): Settled {
  const { id, userId: recipientId, deviceId, platform } = row;
  const base = { id, recipientId, deviceId, platform, type };
  const failed = (reason: Delivery['reason'], detail: string | null = null, isGone = false): Settled => ({
    row,
    isGone,
    delivery: { ...base, state: 'FAILED', reason, detail },
  });
  const after = (pauseMs: number): Settled => {
    const dueAt = new Date(now.getTime() + pauseMs);
    return dueAt < row.expiresAt ? { row, dueAt } : failed('EXPIRED');
  };
  // Texts that were sealed by a secret that is replaced cannot be sent; the app registers anew at its next start.
  if (!message) return failed('UNREADABLE', null, true);
  switch (answer?.outcome) {
    case 'OK':
      return { row, isGone: false, delivery: { ...base, state: 'SENT', reason: null, detail: null } };
    case 'GONE':
      return failed('GONE', null, true);
    case 'REFUSED':
      return failed('REFUSED', answer.reason);
    case 'THROTTLED':
      return after(answer.retryAfterMs);
    case 'UNAVAILABLE':
      return after(Math.max(retryPauseMs(row.attempts), PROVIDER_PAUSE_MS));
    case undefined:
      return failed('EXPIRED');
  }
}
