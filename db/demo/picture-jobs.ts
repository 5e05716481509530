import { createHash } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createPost } from '#domains/content/posts/publishing.service.ts';
import { uploadMedia } from '#domains/foundation/media/media.service.ts';
import { me, updateProfile } from '#domains/identity/users/users.service.ts';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { createIds } from '#platform/kernel/ids.ts';
import { defineJob } from '#platform/outbox/jobs/definition.ts';
import { handleJob, type JobHandler } from '#platform/outbox/jobs/worker.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import { type UploadedFile, uploadedFile } from '#platform/kernel/uploads.ts';
import { PEOPLE } from './people.ts';
import { makePlan } from './plan.ts';
import type { Scene } from './texts.ts';

type Avatar = { readonly userId: string; readonly seed: number };

/** Its id and its time are settled when it is planned, so that doing it again makes nothing twice. */
type PicturePost = {
  readonly userId: string;
  readonly postId: string;
  readonly postedAtMs: number;
  readonly scene: Scene;
  readonly caption: string;
  readonly seed: number;
};

// One job for each picture: a process that stops waits for the jobs that run, so none may take long.
const makeAvatar = defineJob<Avatar>('demo.avatar');
const makePicturePost = defineJob<PicturePost>('demo.picturePost');

export const pictureJobs: readonly JobHandler[] = [
  handleJob(makeAvatar, async (services, { userId, seed }) => {
    const ctx = localUserContext(services, userId);
    if ((await me(ctx)).avatarMediaId !== null) return;
    // The image library is loaded only now that there is something to paint.
    const { paintAvatar } = await import('./pictures.ts');
    await asUpload(await paintAvatar(seed), (avatar) => updateProfile(ctx, { avatar }));
  }),

  handleJob(makePicturePost, async (services, { userId, postId, postedAtMs, scene, caption, seed }) => {
    if (await hasPost(services, postId)) return;
    const ctx = localUserContext(services, userId);
    const { paintScene } = await import('./pictures.ts');
    const altText = ALT_TEXTS[scene];
    const media = await asUpload(await paintScene(scene, seed), (file) =>
      uploadMedia(ctx, { file, altText }),
    );
    const past: Services = {
      ...services,
      clock: { now: () => new Date(postedAtMs) },
      ids: { next: () => postId },
    };
    await createPost(localUserContext(past, userId), { text: caption, mediaIds: [media.id] });
  }),
];

/** A moment of quiet after the start; then one picture after the other, so that requests have the machine for themselves. */
const FIRST_AVATAR_DELAY_MS = 2 * SECOND_MS;
const FIRST_POST_DELAY_MS = 4 * SECOND_MS;
const STEP_MS = 0.8 * SECOND_MS;
const AVATAR_SEED = 41;
const AVATAR_SEED_STEP = 7_919;

/** Plans the pictures of one person. */
export function enqueuePictures(
  tx: Tx,
  { userId, username, foundedAt }: { userId: string; username: string; foundedAt: Date },
): void {
  const afterFounding = (delayMs: number): Date => new Date(foundedAt.getTime() + delayMs);
  const place = PEOPLE.findIndex((person) => person.username === username);
  tx.enqueue(
    makeAvatar,
    { userId, seed: AVATAR_SEED + place * AVATAR_SEED_STEP },
    { runAt: afterFounding(FIRST_AVATAR_DELAY_MS + place * STEP_MS) },
  );
  for (const [index, { author, scene, caption, seed, agoMs }] of makePlan().pictures.entries()) {
    if (author !== username) continue;
    const postedAt = afterFounding(-agoMs);
    const postId = createIds({ now: () => postedAt }).next();
    const picture = { userId, postId, postedAtMs: postedAt.getTime(), scene, caption, seed };
    tx.enqueue(makePicturePost, picture, { runAt: afterFounding(FIRST_POST_DELAY_MS + index * STEP_MS) });
  }
}

const ALT_TEXTS: Readonly<Record<Scene, string>> = {
  dusk: 'Hills in several shades of violet under an orange evening sky.',
  night: 'A full moon and stars above dark hills.',
  sea: 'The sun above a calm sea.',
  forest: 'Rows of firs that fade into pale green mist.',
  shapes: 'Overlapping circles and half-circles in a few warm colours.',
};

async function hasPost({ db }: Services, id: string): Promise<boolean> {
  // One that was deleted since counts too.
  return (await db.selectFrom('posts').select('id').where('id', '=', id).execute()).length > 0;
}

/** Hands bytes over as if they had come with a request. */
async function asUpload<Result>(
  content: Buffer,
  use: (file: UploadedFile) => Promise<Result>,
): Promise<Result> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-demo-'));
  try {
    const file = path.join(folder, 'picture.jpg');
    await writeFile(file, content);
    return await use(
      uploadedFile({
        path: file,
        fileName: 'picture.jpg',
        contentType: 'image/jpeg',
        sizeBytes: content.length,
        sha256: createHash('sha256').update(content).digest('hex'),
      }),
    );
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}
