import assert from 'node:assert/strict';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import type { Actor, Answer, Untyped } from '#test/support/actor.ts';
import type { World } from '#test/support/world.ts';

export const MEDIA_FIELDS = `
  id kind state url width height durationMs videoCodec audioCodec isTranscoded placeholder altText waveform
  poster { url width height contentType } variants { url width height contentType }`;

export const UPLOAD = `mutation ($input: UploadMediaInput!) {
  uploadMedia(input: $input) {
    media { ${MEDIA_FIELDS} }
    errors { code path ... on ValidationError { constraint limit } ... on ModerationNudgeError { retryToken } }
  }
}`;

type Said = {
  readonly altText?: string;
  readonly waveform?: readonly number[];
  readonly retryToken?: string;
};

export const upload = (actor: Actor, content: Uint8Array, said: Said = {}): Promise<Answer> =>
  actor.upload(
    UPLOAD,
    { input: { file: null, ...said } },
    { 'input.file': new Blob([new Uint8Array(content)]) },
  );

/** Uploads a file, which must succeed. */
export async function uploaded(actor: Actor, content: Uint8Array, said: Said = {}): Promise<Untyped> {
  const { data, errors } = await upload(actor, content, said);
  assert.deepEqual([errors, data?.uploadMedia.errors], [undefined, []]);
  return data.uploadMedia.media;
}

/** The current state of a media item of the actor. */
export async function mediaOf(actor: Actor, id: string): Promise<Untyped> {
  const { node } = await actor.do(`query ($id: ID!) { node(id: $id) { ... on Media { ${MEDIA_FIELDS} } } }`, {
    id,
  });
  return node;
}

/** Uploads a file and waits for its processing. */
export async function processed(
  world: World,
  actor: Actor,
  content: Uint8Array,
  said: Said = {},
): Promise<Untyped> {
  const { id } = await uploaded(actor, content, said);
  // Jobs enqueued by the job are in the outbox after the first round.
  await world.runJobs();
  await world.runJobs();
  return mediaOf(actor, id);
}

/** The bytes behind a link, with their declared type. */
export async function download(url: string): Promise<{ content: Buffer; contentType: string | null }> {
  const response = await fetch(url);
  assert.equal(response.status, 200);
  return {
    content: Buffer.from(await response.arrayBuffer()),
    contentType: response.headers.get('content-type'),
  };
}

/** All files of the storage and of the folder for uploads in progress. */
export async function filesOf(world: World): Promise<string[]> {
  const listed = ['files', 'uploads'].map((folder) =>
    readdir(path.join(world.dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []),
  );
  return (await Promise.all(listed))
    .flat()
    .filter((entry) => entry.isFile())
    .map((entry) => entry.name);
}
