import { createHash } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { PostLocation } from '#domains/content/posts/posts.types.ts';
import { createPost } from '#domains/content/posts/publishing.service.ts';
import { uploadMedia } from '#domains/foundation/media/media.service.ts';
import { me, updateProfile } from '#domains/identity/users/users.service.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { unlockMessage } from '#domains/creator/paid-messages/paid-messages.service.ts';
import { sendMessage } from '#domains/messaging/sending/sending.service.ts';
import { idempotencyKeyOf } from '#platform/request/idempotency.ts';
import type { UserContext } from '#platform/request/context.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineJob, type JobOptions } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { type UploadedFile, uploadedFile } from '#platform/kernel/uploads.ts';
import type { PaidPicture } from './conversations.ts';
import { COVERS, type DemoMedia, type Picture, RECORDINGS } from './highlights.ts';
import { BEARDED, ELDERLY, PEOPLE, RESIDENTS } from './people.ts';
import type { Looks } from './pictures/faces.ts';
import { PLAN } from './plan.ts';

type Profile = {
  readonly userId: string;
  readonly seed: number;
  readonly looks: Looks;
  readonly cover: Pick<Picture, 'scene' | 'motif'> | null;
};

/** The id and the time are settled when the post is planned, so that doing it again makes nothing twice. */
type MediaPost = {
  readonly userId: string;
  readonly postId: string;
  readonly postedAtMs: number;
  readonly text: string;
  readonly media: readonly DemoMedia[];
  readonly location: PostLocation | null;
  readonly tierLevel: number | null;
};

/** The id is settled for the same reason. */
type VoiceNote = {
  readonly userId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly sentAtMs: number;
  readonly file: keyof typeof RECORDINGS;
};

/** Likewise. */
type SoldPicture = PaidPicture & {
  readonly userId: string;
  readonly buyerId: string;
  readonly conversationId: string;
  readonly messageId: string;
  readonly sentAtMs: number;
};

// One job for each: a process that stops waits for the jobs that run, so none may take long. Of the kind of those that
// render, so that meanwhile others bring posts into feeds.
const OPTIONS = { kind: 'media' } as const;
const illustrateProfile = defineJob<Profile>('demo.profile');
const publishMedia = defineJob<MediaPost>('demo.mediaPost');
const sendVoiceNote = defineJob<VoiceNote>('demo.voiceNote');
const sellPicture = defineJob<SoldPicture>('demo.paidPicture');

async function illustrate(services: Services, { userId, seed, looks, cover }: Profile): Promise<void> {
  const ctx = localUserContext(services, userId);
  if ((await me(ctx)).avatarMediaId !== null) return;
  // The image library is loaded only now that there is something to paint.
  const { paintAvatar, paintScene } = await import('./pictures.ts');
  await asUpload(jpeg(await paintAvatar(seed, looks)), async (avatar) => {
    if (cover === null) return updateProfile(ctx, { avatar });
    const { content } = await paintScene({ ...cover, shape: 'banner', seed });
    return asUpload(jpeg(content), (file) => updateProfile(ctx, { avatar, cover: file }));
  });
}

async function publish(services: Services, planned: MediaPost): Promise<void> {
  const { userId, postId, postedAtMs, text, media, location, tierLevel } = planned;
  if (await hasPost(services, postId)) return;
  const ctx = localUserContext(services, userId);
  const mediaIds = await Promise.all(media.map((item) => upload(ctx, item)));
  const past: Services = {
    ...services,
    clock: { now: () => new Date(postedAtMs) },
    ids: { next: () => postId },
  };
  const audience = tierLevel === null ? {} : { visibility: 'SUBSCRIBERS' as const, tierLevel };
  await createPost(localUserContext(past, userId), { text, mediaIds, location, ...audience });
}

async function speak(services: Services, planned: VoiceNote): Promise<void> {
  const { userId, conversationId, messageId, sentAtMs, file } = planned;
  const sent = services.db.selectFrom('messages').select('id').where('id', '=', messageId);
  if ((await sent.execute()).length > 0) return;
  const voiceNoteId = await upload(localUserContext(services, userId), { file });
  const past: Services = {
    ...services,
    clock: { now: () => new Date(sentAtMs) },
    ids: { next: () => messageId },
  };
  await sendMessage(localUserContext(past, userId), { conversationId, voiceNoteId });
}

async function sell(services: Services, planned: SoldPicture): Promise<void> {
  const { userId, buyerId, conversationId, messageId, sentAtMs, picture, isBought, ...lock } = planned;
  const sent = services.db.selectFrom('messages').select('id').where('id', '=', messageId);
  if ((await sent.execute()).length === 0) {
    const mediaId = await upload(localUserContext(services, userId), picture);
    const past: Services = {
      ...services,
      clock: { now: () => new Date(sentAtMs) },
      ids: { next: () => messageId },
    };
    await sendMessage(localUserContext(past, userId), { conversationId, mediaIds: [mediaId], lock });
  }
  if (!isBought) return;
  const buyer = localUserContext(services, buyerId);
  const input = { messageId, expectedPriceCoins: lock.priceCoins };
  const key = idempotencyKeyOf(
    buyer,
    'unlockMessage',
    { ...input, idempotencyKey: `demo-${messageId}` },
    true,
  );
  if (key) await unlockMessage(buyer, input, key);
}

export const mediaJobs: readonly JobHandler[] = [
  handleJob(illustrateProfile, illustrate, OPTIONS),
  handleJob(publishMedia, publish, OPTIONS),
  handleJob(sendVoiceNote, speak, OPTIONS),
  handleJob(sellPicture, sell, OPTIONS),
];

/** Plans the end of a conversation that is spoken. */
export function enqueueVoiceNote(
  tx: Tx,
  { sentAt, ...planned }: Omit<VoiceNote, 'messageId' | 'sentAtMs'> & { readonly sentAt: Date },
): void {
  const messageId = createIds({ now: () => sentAt }).next();
  tx.enqueue(sendVoiceNote, { ...planned, messageId, sentAtMs: sentAt.getTime() });
}

/** Plans a picture of a conversation that is for coins. */
export function enqueuePaidPicture(
  tx: Tx,
  { sentAt, ...planned }: Omit<SoldPicture, 'messageId' | 'sentAtMs'> & { readonly sentAt: Date },
): void {
  const messageId = createIds({ now: () => sentAt }).next();
  tx.enqueue(sellPicture, { ...planned, messageId, sentAtMs: sentAt.getTime() });
}

/** After the first page, one picture after the other, so that requests have the machine for themselves. */
const FIRST_DELAY_MS = 10 * SECOND_MS;
const STEP_MS = 0.6 * SECOND_MS;
const AVATAR_SEED = 41;
const AVATAR_SEED_STEP = 7_919;

/** Begins the keys of the jobs for the first page of the first person's feed, which come before anything else. */
export const FIRST_PAGE_KEY = 'firstPage';

/** Plans the pictures and recordings of one person. */
export function enqueueMedia(
  tx: Tx,
  { userId, username, foundedAt }: { userId: string; username: string; foundedAt: Date },
): void {
  const afterFounding = (delayMs: number): Date => new Date(foundedAt.getTime() + delayMs);
  const when = (isFirst: boolean, id: string, place: number): JobOptions =>
    isFirst
      ? { runAt: foundedAt, key: `${FIRST_PAGE_KEY} ${id}` }
      : { runAt: afterFounding(FIRST_DELAY_MS + place * STEP_MS) };
  const place = PEOPLE.findIndex((person) => person.username === username);
  const isResident = RESIDENTS.some((person) => person.username === username);
  const seed = AVATAR_SEED + place * AVATAR_SEED_STEP;
  const looks = { hasBeard: BEARDED.has(username), isOld: ELDERLY.has(username) };
  const profile = { userId, seed, looks, cover: COVERS[username] ?? null };
  tx.enqueue(illustrateProfile, profile, when(isResident, userId, place));
  for (const [index, { author, agoMs, isFirst, ...post }] of PLAN.mediaPosts.entries()) {
    if (author !== username) continue;
    const postedAt = afterFounding(-agoMs);
    const postId = createIds({ now: () => postedAt }).next();
    const planned = { ...post, userId, postId, postedAtMs: postedAt.getTime() };
    tx.enqueue(publishMedia, planned, when(isFirst, postId, index));
  }
}

async function hasPost({ db }: Services, id: string): Promise<boolean> {
  // A post that was deleted since counts too.
  return (await db.selectFrom('posts').select('id').where('id', '=', id).execute()).length > 0;
}

/** @returns the id of the media item */
async function upload(ctx: UserContext, media: DemoMedia): Promise<string> {
  if ('file' in media) {
    const { contentType, altText, waveform } = RECORDINGS[media.file];
    const content = await readFile(path.join(import.meta.dirname, 'files', media.file));
    const recording = { content, fileName: media.file, contentType };
    return asUpload(recording, async (file) => (await uploadMedia(ctx, { file, altText, waveform })).id);
  }
  const { paintScene } = await import('./pictures.ts');
  const { content, altText } = await paintScene(media);
  return asUpload(jpeg(content), async (file) => (await uploadMedia(ctx, { file, altText })).id);
}

type Content = Pick<UploadedFile, 'fileName' | 'contentType'> & { readonly content: Buffer };

const jpeg = (content: Buffer): Content => ({ content, fileName: 'picture.jpg', contentType: 'image/jpeg' });

/** Hands bytes over as if they had come with a request. */
async function asUpload<Result>(
  { content, ...named }: Content,
  use: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-demo-'));
  try {
    const file = path.join(folder, named.fileName);
    await writeFile(file, content);
    const sha256 = createHash('sha256').update(content).digest('hex');
    return await use(uploadedFile({ ...named, path: file, sizeBytes: content.length, sha256 }));
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
