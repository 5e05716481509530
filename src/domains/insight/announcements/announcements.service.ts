import type { IdKey, ListRequest } from '#platform/db/keyset.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { AppError, notFound } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { writeAuditEntry } from '#platform/request/audit.ts';
import type { AdminContext } from '#platform/request/context.ts';
import { type IdempotencyKey, once } from '#platform/request/idempotency.ts';
import {
  type AnnouncementInput,
  assertAnnouncementsLeft,
  parseAnnouncement,
} from './announcements.policy.ts';
import {
  countAnnouncementsSince,
  insertAnnouncement,
  listAnnouncements,
  listAnnouncementsByIds,
  lockAnnouncement,
  lockAnnouncements,
  updateEnded,
} from './announcements.queries.ts';
import { stateAfter } from './announcements.state.ts';
import type { Announcement } from './announcements.types.ts';

/** Sends the next batch of an announcement. */
export const sendBatchJob = defineJob<{ announcementId: string }>('announcements.sendBatch');

/**
 * Sends an announcement to an audience, in batches after the commit.
 * @returns its id
 * @throws ValidationFailed | AppError LIMIT_REACHED
 */
export async function adminSendAnnouncement(
  ctx: AdminContext,
  input: AnnouncementInput,
  key: IdempotencyKey | null,
): Promise<string> {
  const given = parseAnnouncement(input);
  const id = ctx.ids.next();
  return once(ctx, key, id, async (tx) => {
    const createdAt = ctx.clock.now();
    await lockAnnouncements(tx);
    const sent = await countAnnouncementsSince(tx, new Date(createdAt.getTime() - DAY_MS));
    assertAnnouncementsLeft(sent, ctx.limits.announcements);
    await insertAnnouncement(tx, { id, ...given, sentBy: ctx.admin.id, createdAt });
    tx.enqueue(sendBatchJob, { announcementId: id }, { key: id });
    const { languages, activeDays, isCreator } = given.audience;
    await writeAuditEntry(ctx, tx, {
      action: 'adminSendAnnouncement',
      subject: { kind: 'announcement', id },
      reason: null,
      before: null,
      after: { state: 'SENDING', languages: languages && languages.join(), activeDays, isCreator },
    });
  });
}

/**
 * Ends an announcement that is under way: it reaches nobody else. Repeating it succeeds without a change.
 * @throws AppError NOT_FOUND | INVALID_STATE
 */
export async function adminCancelAnnouncement(ctx: AdminContext, id: string): Promise<Announcement> {
  return ctx.transaction(async (tx) => {
    const found = await lockAnnouncement(tx, id);
    if (!found) throw notFound('Announcement', ['announcementId']);
    const state = stateAfter('cancel', found.state);
    if (state === null && found.state !== 'CANCELED') {
      throw new AppError('INVALID_STATE', 'The announcement has been sent.', {
        path: ['announcementId'],
        details: { current: found.state, allowed: ['SENDING'] },
      });
    }
    await writeAuditEntry(ctx, tx, {
      action: 'adminCancelAnnouncement',
      subject: { kind: 'announcement', id },
      reason: null,
      before: { state: found.state },
      after: { state: 'CANCELED' },
    });
    if (state === null) return found;
    const ended = { state, endedAt: ctx.clock.now() };
    await updateEnded(tx, id, ended);
    return { ...found, ...ended };
  });
}

/** All announcements, newest first. */
export const adminGetAnnouncements = (ctx: AdminContext, page: ListRequest<IdKey>): Promise<Announcement[]> =>
  listAnnouncements(ctx.db, page);

export async function findAnnouncement(
  { db }: Pick<AdminContext, 'db'>,
  id: string,
): Promise<Announcement | null> {
  return (await listAnnouncementsByIds(db, [id]))[0] ?? null;
}
