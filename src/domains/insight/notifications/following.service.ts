import { sql } from 'kysely';
import type { EventDefinition } from '#platform/outbox/events/definition.ts';
import type { FollowedEvent } from '#platform/outbox/followers/event-followers.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { PortFault } from '#platform/kernel/port-fault.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { conversationAdded } from '#domains/messaging/conversations/conversations.events.ts';
import { type Entry, PEOPLE } from './catalogue.ts';
import { CONTENT } from './catalogue-content.ts';
import { MONEY, SAFETY } from './catalogue-dealings.ts';
import { MESSAGES } from './catalogue-messages.ts';
import { deleteAbout, type DeletedNotification, listRecipients } from './collecting.queries.ts';
import { collect, type Outbox } from './collecting.service.ts';
import { notificationChanged } from './notifications.events.ts';
import type { Draft, Retracted, Told } from './notifications.types.ts';

/** Everything that notifications come from. A later domain adds its events here. */
const CATALOGUE: readonly Entry[] = [...PEOPLE, ...CONTENT, ...MESSAGES, ...MONEY, ...SAFETY];

export const FOLLOWED_EVENTS: readonly EventDefinition<object>[] = CATALOGUE.map(({ event }) => event);

const ENTRIES = new Map(CATALOGUE.map((entry) => [entry.event.name, entry]));

type StoredDraft = (Omit<Told, 'at'> | Omit<Retracted, 'at'>) & { readonly at: string };

/** Drafts for which one transaction has no room. */
export const collectLaterJob = defineJob<{ drafts: readonly StoredDraft[] }>('notifications.collectLater');
export type MentionedAll = {
  readonly messageId: string;
  readonly conversationId: string;
  readonly senderId: string;
  readonly at: string;
};
export const mentionAllJob = defineJob<MentionedAll>('notifications.mentionAll');
export const tellReportersJob = defineJob<{ decisionId: string; at: string }>('notifications.tellReporters');
export const removeAboutJob = defineJob<{ targetId: string }>('notifications.removeAbout');

type Following = Omit<Services, 'transaction'>;
type Events = readonly FollowedEvent<object>[];

/**
 * Collects a batch of events. One that cannot be collected for a reason of its own is left out with a line in the log: all the others
 * would wait behind it. A fault of the database is no fault of an event, and the whole batch is tried again.
 */
export async function collectBatch(services: Following, tx: Tx, events: Events): Promise<void> {
  if (await isCollected(services, tx, events)) return;
  for (const event of events) {
    const { eventId, name, position } = event;
    if (events.length > 1 && (await isCollected(services, tx, [event]))) continue;
    services.log.error({ eventId, event: name, position }, 'an event is told to nobody');
  }
}

/** False where the events are at fault; then nothing of theirs is written. */
async function isCollected(services: Following, tx: Tx, events: Events): Promise<boolean> {
  const held: ((outbox: Outbox) => void)[] = [];
  const outbox: Outbox = {
    emit: (...event) => held.push((to) => to.emit(...event)),
    enqueue: (...job) => held.push((to) => to.enqueue(...job)),
  };
  await sql`savepoint collecting`.execute(tx);
  try {
    await collectEvents(services, tx, outbox, events);
  } catch (error) {
    if (!isOfEvents(error)) throw error;
    services.log.warn({ err: error, events: events.length }, 'events cannot be collected together');
    await sql`rollback to savepoint collecting`.execute(tx);
    return false;
  }
  await sql`release savepoint collecting`.execute(tx);
  for (const leave of held) leave(tx);
  return true;
}

/** Data that the database refuses, classes 22 and 23 of SQLSTATE, or payloads that the code does not expect. */
const isOfEvents = (error: unknown): boolean =>
  error instanceof Error &&
  !(error instanceof PortFault) &&
  (!('code' in error) || (typeof error.code === 'string' && /^2[23]/.test(error.code)));

async function collectEvents(services: Following, tx: Tx, outbox: Outbox, events: Events): Promise<void> {
  const addressed = events.filter(({ name }) => name === conversationAdded.name);
  const recipients = await listRecipients(
    tx,
    addressed.map(({ position }) => position),
  );
  const drafts = events.flatMap(({ name, payload, eventId, occurredAt: at, position }) =>
    (
      ENTRIES.get(name)?.drafts(payload, { eventId, at, recipients: recipients.get(position) ?? [] }) ?? []
    ).map((draft) => ({ draft, at })),
  );
  await collectDrafts(services, tx, outbox, drafts);
}

/** Bounds the events that one transaction emits. */
const DRAFTS_MAX = 2_000;
const REMOVED_MAX = 1_000;

type At = { readonly draft: Draft; readonly at: Date };

async function collectDrafts(
  services: Following,
  tx: Tx,
  outbox: Outbox,
  drafts: readonly At[],
): Promise<void> {
  const goneIds = new Set<string>();
  const acts: (Told | Retracted)[] = [];
  for (const { draft, at } of drafts) {
    if (draft.kind === 'GONE') goneIds.add(draft.targetId);
    else if (draft.kind === 'MENTIONED_ALL') {
      const { messageId, conversationId, senderId } = draft;
      outbox.enqueue(
        mentionAllJob,
        { messageId, conversationId, senderId, at: at.toISOString() },
        { key: messageId },
      );
    } else if (draft.kind === 'REPORTS_CLOSED') {
      const { decisionId } = draft;
      outbox.enqueue(tellReportersJob, { decisionId, at: at.toISOString() }, { key: decisionId });
    } else acts.push(draft);
  }
  // Ids are never used again: what is told of something that is gone by now was told before its end.
  const standing = acts.filter(
    (act) => act.kind !== 'TOLD' || act.targetId === null || !goneIds.has(act.targetId),
  );
  await collect(services, tx, outbox, standing.slice(0, DRAFTS_MAX));
  for (let start = DRAFTS_MAX; start < standing.length; start += DRAFTS_MAX) {
    const later = standing.slice(start, start + DRAFTS_MAX);
    outbox.enqueue(collectLaterJob, {
      drafts: later.map(({ at, ...draft }) => ({ ...draft, at: at.toISOString() })),
    });
  }
  if (goneIds.size > 0) await removeAbout(tx, outbox, [...goneIds]);
}

export const draftsOf = (stored: readonly StoredDraft[]): (Told | Retracted)[] =>
  // A draft with its time as JSON has it.
  stored.map(({ at, ...draft }) => ({ ...draft, at: new Date(at) }));

async function removeAbout(tx: Tx, outbox: Outbox, targetIds: readonly string[]): Promise<void> {
  const removed = await removeBatch(tx, outbox, targetIds, REMOVED_MAX);
  if (removed < REMOVED_MAX) return;
  for (const targetId of targetIds) outbox.enqueue(removeAboutJob, { targetId }, { key: targetId });
}

/** Deletes notifications about what is gone, and tells their recipients. @returns how many */
export async function removeBatch(
  tx: Tx,
  outbox: Outbox,
  targetIds: readonly string[],
  limit: number,
): Promise<number> {
  const deleted = await deleteAbout(tx, { targetIds, limit });
  for (const each of deleted) tellRemoved(outbox, each);
  return deleted.length;
}

function tellRemoved(
  outbox: Outbox,
  { id: notificationId, recipientId, ...same }: DeletedNotification,
): void {
  const { type, groupKey, highestActorCount } = same;
  const counts = { actorCount: 0, formerHighestActorCount: highestActorCount, highestActorCount };
  const userIds = [recipientId];
  outbox.emit(
    notificationChanged,
    { notificationId, recipientId, type, kind: 'REMOVED', groupKey, ...counts },
    { userIds },
  );
}
