import {
  attachMedia,
  attachViewOnce,
  findOwnMedia,
  findOwnToViewOnce,
  listOwnAmong,
} from '#domains/foundation/media/media.service.ts';
import type { Media, MediaKind } from '#domains/foundation/media/media.types.ts';
import { parsePoll } from '#domains/foundation/polls/polls.policy.ts';
import { createPoll } from '#domains/foundation/polls/polls.service.ts';
import type { NewPoll } from '#domains/foundation/polls/polls.types.ts';
import { isLinkBlocked } from '#domains/foundation/screening/screening.service.ts';
import type { InTransaction, UserContext } from '#platform/request/context.ts';
import { findResult, type IdempotencyKey, onceByWrite } from '#platform/request/idempotency.ts';
import { prime } from '#platform/request/loader.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { notFound } from '#platform/kernel/errors.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx, Writer } from '#platform/outbox/transaction.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import { insertLiveLocation } from '../live-locations/live-location-rows.service.ts';
import type { NewLiveLocation } from '../live-locations/live-locations.types.ts';
import {
  insertLocks,
  type JudgedLock,
  judgeLock,
  recordTeaserScan,
} from '../message-locks/message-locks.service.ts';
import type { LockInput } from '../message-locks/message-locks.types.ts';
import { visibleMessageById } from '../messages/messages.loaders.ts';
import { mentionsOf, messageEntities } from '../messages/message-mentions.service.ts';
import { parseLiveLocation } from '../live-locations/positions.policy.ts';
import { assertLockable, parseMessage } from './message-input.ts';
import { checkMessage, type NumberedMessage, writeMention, writeMessage } from './sending.queries.ts';
import type { ContentInput } from './sending.types.ts';
import { assertSeesShared } from './shared-content.service.ts';
import type {
  Message,
  MessageKind,
  NewContent,
  NewMessage,
  SentMessage,
} from '../messages/messages.types.ts';

/** Sends one content. @returns the id @throws AppError NOT_FOUND | INVALID_STATE | RESTRICTED | VALIDATION_FAILED */
export async function sendMessage(
  ctx: UserContext,
  input: ContentInput & { readonly conversationId: string },
  key: IdempotencyKey | null = null,
): Promise<string> {
  const { conversationId } = input;
  const { text, ...parsed } = await parseMessageOf(ctx, input);
  const liveLocation = input.liveLocation ? parseLiveLocation(input.liveLocation, ctx) : null;
  const content = liveLocation
    ? { ...parsed, content: { endsAt: liveLocation.endsAt.toISOString() } }
    : parsed;
  const poll = input.poll ? parsePoll(input.poll, ctx.clock.now()) : null;
  const entities = await messageEntities(ctx, { text, conversationId });
  if (input.lock && key && ctx.ports.moderation.isRemote) {
    // The write would notice a repetition only when its teaser is judged.
    const done = await findResult<string>(ctx.db, key);
    if (done) return done.result;
  }
  const lock = input.lock ? await lockFor(ctx, input.lock, { ...content, conversationId }) : null;
  const isForRequests = lock === null && (await canBeRequest(ctx, { kind: content.kind, text }));
  const id = ctx.ids.next();
  return onceByWrite(ctx, { key, result: id }, (claim) =>
    writeOnce(
      ctx,
      { ...content, text, entities, poll, liveLocation, lock, id, conversationId, isForRequests },
      claim,
    ),
  );
}

/** @throws AppError RESTRICTED | VALIDATION_FAILED | MODERATION_NUDGE */
async function lockFor(
  ctx: UserContext,
  input: LockInput,
  message: Pick<NewContent, 'kind' | 'mediaIds'> & { readonly conversationId: string },
): Promise<NewLock> {
  const lock = await judgeLock(ctx, input);
  assertLockable(message, lock.previewMediaIds);
  const { conversationId } = message;
  return { ...lock, entities: await messageEntities(ctx, { text: lock.teaser, conversationId }) };
}

/** Kinds that no request that waits takes. */
const NOT_IN_REQUESTS: ReadonlySet<MessageKind> = new Set(['VIEW_ONCE', 'LIVE_LOCATION']);

/** Tells whether a message reaches who has not accepted the conversation: links of block lists do not. */
export const canBeRequest = async (
  services: Services,
  { kind, text }: Pick<NewContent, 'kind' | 'text'>,
): Promise<boolean> => !NOT_IN_REQUESTS.has(kind) && !(await isLinkBlocked(services, text));

/** Parses a message of the caller, and checks what it refers to. @throws AppError NOT_FOUND | VALIDATION_FAILED */
export async function parseMessageOf(ctx: UserContext, input: ContentInput): Promise<NewContent> {
  const content = parseMessage(input, ctx.limits);
  await assertCanShare(ctx, content);
  if (content.kind === 'VIEW_ONCE') {
    return { ...content, content: await viewOnceContent(ctx, input, content) };
  }
  return content.kind === 'MEDIA' ? { ...content, kind: await kindOfMedia(ctx, content.mediaIds) } : content;
}

/** Ids that are not of the caller are refused when they are attached. @throws AppError VALIDATION_FAILED */
async function kindOfMedia(ctx: UserContext, ids: readonly string[]): Promise<'MEDIA' | 'FILE'> {
  const own = await listOwnAmong(ctx, ids);
  const files = own.filter(({ kind }) => kind === 'FILE');
  if (files.length === 0) return 'MEDIA';
  if (files.length === own.length) return 'FILE';
  throw invalid(['mediaIds'], 'Send files apart from images, videos and audio.', 'exclusive');
}

/** @throws AppError NOT_FOUND | VALIDATION_FAILED */
async function viewOnceContent(
  ctx: UserContext,
  { voiceNoteId }: ContentInput,
  { mediaIds: [id = ''] }: Pick<NewContent, 'mediaIds'>,
): Promise<{ readonly mediaKind: MediaKind }> {
  const media = await findOwnToViewOnce(ctx, id);
  if (voiceNoteId) assertVoiceNote(ctx, media);
  if (!media) throw notFound('Media', ['mediaIds']);
  return { mediaKind: media.kind };
}

/** @throws AppError NOT_FOUND | VALIDATION_FAILED */
function assertVoiceNote(ctx: UserContext, media: Media | null): void {
  if (!media) throw notFound('Media', ['voiceNoteId']);
  if (media.kind !== 'AUDIO') throw invalid(['voiceNoteId'], 'Use an audio file.', 'audio');
  const { voiceNoteMs } = ctx.limits;
  // A recording that is still processed is judged at the end of that: see `attachMessageMedia`.
  if ((media.durationMs ?? 0) <= voiceNoteMs) return;
  const message = `Use a recording of at most ${voiceNoteMs} milliseconds.`;
  throw invalid(['voiceNoteId'], message, 'max', voiceNoteMs);
}

/** Refuses a message that could not be sent now. @throws AppError NOT_FOUND | RESTRICTED | INVALID_STATE */
export const assertCanSendMessage = (
  { db, user, limits, clock }: UserContext,
  message: Pick<NewMessage, 'conversationId' | 'replyToId'>,
): Promise<void> =>
  checkMessage(db, {
    conversationId: message.conversationId,
    replyToId: message.replyToId,
    senderId: user.id,
    requestMessages: limits.requestMessages,
    isForRequests: true,
    now: clock.now(),
  });

/** Checks what the content refers to, where there is anything. @throws AppError NOT_FOUND | VALIDATION_FAILED */
export async function assertCanShare(
  ctx: UserContext,
  { kind, mediaIds, content }: Pick<NewContent, 'kind' | 'mediaIds' | 'content'>,
): Promise<void> {
  if (kind === 'VOICE_NOTE' && mediaIds[0] !== undefined) {
    assertVoiceNote(ctx, await findOwnMedia(ctx, mediaIds[0]));
  }
  await assertSeesShared(ctx, content, { postId: ['postId'], userId: ['contactId'] });
}

/** Erases the media item of a message that is viewed once, when all have opened it or it is too late. */
export const eraseViewOnceJob = defineJob<{ messageId: string }>('viewOnce.erase');

type ToSend = NewContent &
  Pick<SentMessage, 'id' | 'conversationId' | 'entities'> &
  Pick<NewMessage, 'isForRequests'> & {
    readonly poll: NewPoll | null;
    readonly liveLocation: NewLiveLocation | null;
    readonly lock: NewLock | null;
  };

type NewLock = JudgedLock & Pick<SentMessage, 'entities'>;

/** A row as it was written, and when; null when its key has been used. */
type Written = { readonly row: NumberedMessage | null; readonly now: Date };

/** @returns null when its key has been used */
async function writeOnce(ctx: UserContext, toSend: ToSend, claim: string | null): Promise<Message | null> {
  const { row, now } =
    toSend.mediaIds.length > 0 || toSend.poll || toSend.liveLocation || toSend.lock
      ? await ctx.transaction((tx) => writeMessageIn(ctx, tx, toSend, claim))
      : await writeBy(ctx.write, ctx, toSend, claim);
  if (!row) return null;
  const {
    poll: _poll,
    liveLocation: _liveLocation,
    isForRequests: _isForRequests,
    lock,
    ...message
  } = toSend;
  const sent = { ...message, senderId: ctx.user.id, forwardedFromId: null, createdAt: now };
  // The conversation is a request to the other user alone.
  const written = {
    ...sent,
    ...row,
    requestedId: null,
    editedAt: null,
    deletedAt: null,
    isDeletedByAdmin: false,
    isHeld: false,
    isLocked: lock !== null,
    lock: lock && { ...lock, version: 1 },
  };
  prime(ctx, visibleMessageById, [written]);
  return written;
}

/** Writes a message with its files, its poll, its live location or its lock. */
export async function writeMessageIn(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  message: ToSend,
  claim: string | null,
): Promise<Written> {
  const written = await writeBy(tx.write, ctx, message, claim);
  if (!written.row) return written;
  if (message.kind === 'VIEW_ONCE') await attachMediaOnce(ctx, tx, message, written.now);
  else await attachMessageMedia(ctx, tx, message);
  if (message.poll) {
    await createPoll(ctx, tx, { postId: null, messageId: message.id, poll: message.poll });
  }
  if (message.liveLocation) {
    const sent = { messageId: message.id, senderId: ctx.user.id, now: written.now };
    await insertLiveLocation(tx, { ...message.liveLocation, ...sent });
  }
  if (message.lock) await writeLock(ctx, tx, { id: message.id, lock: message.lock, now: written.now });
  return written;
}

async function writeLock(
  ctx: InTransaction<UserContext>,
  tx: Tx,
  { id, lock, now }: { id: string; lock: NewLock; now: Date },
): Promise<void> {
  const ids = lock.previewMediaIds;
  await attachMedia(tx, { ownerId: ctx.user.id, ids, path: ['lock', 'previewMediaIds'] });
  await insertLocks(tx, { messageIds: [id], senderId: ctx.user.id, lock, now });
  await recordTeaserScan(ctx, tx, { messageId: id, scan: lock.scan });
}

/** Attaches the item of a message that is viewed once, until it is too late to open it. @throws AppError VALIDATION_FAILED */
async function attachMediaOnce(
  { user, limits }: InTransaction<UserContext>,
  tx: Tx,
  { id: messageId, mediaIds: [id = ''], content }: Pick<ToSend, 'id' | 'mediaIds' | 'content'>,
  now: Date,
): Promise<void> {
  const isAudio = content !== null && 'mediaKind' in content && content.mediaKind === 'AUDIO';
  const durationMaxMs = isAudio ? limits.voiceNoteMs : null;
  await attachViewOnce(tx, { ownerId: user.id, id, path: ['mediaIds'], durationMaxMs });
  const runAt = new Date(now.getTime() + limits.viewOnceDays * DAY_MS);
  tx.enqueue(eraseViewOnceJob, { messageId }, { runAt, key: `${messageId} ended` });
}

/** Attaches the files of a message, if it has any. A voice note that turns out to be too long fails. @throws AppError NOT_FOUND */
export async function attachMessageMedia(
  { user, limits }: InTransaction<UserContext>,
  tx: Tx,
  { kind, mediaIds }: Pick<NewContent, 'kind' | 'mediaIds'>,
): Promise<void> {
  const isVoiceNote = kind === 'VOICE_NOTE';
  await attachMedia(tx, {
    ownerId: user.id,
    ids: mediaIds,
    path: [isVoiceNote ? 'voiceNoteId' : 'mediaIds'],
    durationMaxMs: isVoiceNote ? limits.voiceNoteMs : null,
    takesFiles: kind === 'FILE',
  });
}

/** Writes a message without what lies in other tables. */
async function writeBy(
  write: Writer,
  { user, clock, ids, limits }: InTransaction<UserContext>,
  message: ToSend,
  claim: string | null,
): Promise<Written> {
  const now = clock.now();
  const values: NewMessage = {
    id: message.id,
    conversationId: message.conversationId,
    senderId: user.id,
    kind: message.kind,
    text: message.text,
    entities: JSON.stringify(message.entities),
    mediaIds: message.mediaIds,
    content: toJson(message.content),
    replyToId: message.replyToId,
    clientData: toJson(message.clientData),
    forwardedFromId: null,
    now,
    requestMessages: limits.requestMessages,
    isForRequests: message.isForRequests,
    isLocked: message.lock !== null,
    eventId: ids.next(),
    claim,
  };
  const mentions = mentionsOf((message.lock ?? message).entities, user.id);
  const { row } = await (mentions
    ? write(writeMention, { ...values, ...mentions })
    : write(writeMessage, values));
  return { row, now };
}

const toJson = (value: unknown): string | null => (value == null ? null : JSON.stringify(value));
