import { createHash, randomUUID } from 'node:crypto';
import type { FileHandle } from 'node:fs/promises';
import { chmod, mkdir, open, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import { addAbortSignal } from 'node:stream';
import type { Clock } from '#platform/kernel/clock.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import { contentTypeOfName } from '#platform/kernel/media-types.ts';
import { removeStaleFiles } from '#platform/caches/stale-files.ts';
import type { LinkOptions, StoragePort, StoredObject } from '#ports/storage.ts';
import type { SignedLink } from './signed-links.ts';
import { createLinkSigner } from './signed-links.ts';
import { storageFaultOf } from './storage-faults.ts';
import { requireKey, requireLinkLife, requireTypeOfKey } from './storage-rules.ts';

/** The storage port on a local directory, with the functions that the HTTP route for its links needs. */
export type DiskStorage = Omit<StoragePort, 'signedUrl'> & {
  signedUrl(key: string, options: LinkOptions): string;
  /** @returns null unless `requestUrl` (path and query) is a link that `signedUrl` made and that has not expired */
  readSigned(requestUrl: string): SignedLink | null;
  /** @returns null when there is no such object */
  find(key: string): Promise<StoredFile | null>;
};

export type StoredFile = { readonly path: string; readonly sizeBytes: number; readonly contentType: string };

type DiskOptions = {
  directory: string;
  /** Origin and optional path under which `/media/` is served, without a trailing slash. Called when a link is made. */
  publicUrl: () => string;
  /** At least 32 bytes. */
  secret: Uint8Array;
  /** The secret before it, whose links are still read. */
  previousSecret?: Uint8Array | null;
  clock: Clock;
};

/** Longer than any write; older temporary files were left by killed processes. */
const ABANDONED_AFTER_MS = DAY_MS;

export function createDiskStorage({
  directory,
  publicUrl,
  secret,
  previousSecret = null,
  clock,
}: DiskOptions): DiskStorage {
  const links = createLinkSigner({ publicUrl, secret, previousSecret, clock });
  const temporaryDirectory = join(directory, 'temporary');
  let isPrepared = false;

  async function prepare(): Promise<void> {
    if (isPrepared) return;
    // Nobody else on the machine lists the files; a folder of an older release is closed, too.
    await mkdir(temporaryDirectory, { recursive: true, mode: 0o700 });
    await chmod(directory, 0o700);
    await removeStaleFiles(temporaryDirectory, ABANDONED_AFTER_MS);
    isPrepared = true;
  }

  return {
    async put(key, body, { contentType, signal }) {
      // The writing loop handles errors of the stream; an earlier one without this listener would end the process.
      if (!Buffer.isBuffer(body)) body.on('error', () => {});
      const temporary = join(temporaryDirectory, randomUUID());
      try {
        const place = locate(directory, key);
        requireTypeOfKey(key, contentType);
        await prepare();
        await writeDurably(temporary, body, signal);
        if (await mkdir(place.shard, { recursive: true })) await syncDirectory(directory);
        signal?.throwIfAborted();
        await rename(temporary, place.path);
        await syncDirectory(place.shard);
      } catch (error) {
        if (!Buffer.isBuffer(body)) body.destroy();
        await rm(temporary, { force: true }).catch(() => undefined);
        throw storageFaultOf(error);
      }
    },

    async get(key): Promise<StoredObject | null> {
      const handle = await openExisting(locate(directory, key).path);
      if (!handle) return null;
      const { size } = await handle.stat();
      return { body: handle.createReadStream(), sizeBytes: size, contentType: contentTypeOfName(key) };
    },

    async delete(keys) {
      const paths = keys.map((key) => locate(directory, key).path);
      await Promise.all(
        paths.map((path) =>
          rm(path, { force: true }).catch((error: unknown) => {
            throw storageFaultOf(error);
          }),
        ),
      );
    },

    async find(key) {
      const { path } = locate(directory, key);
      const found = await stat(path).catch(nullWhenAbsent);
      return found && { path, sizeBytes: found.size, contentType: contentTypeOfName(key) };
    },

    signedUrl(key, { expiresAt, fileName = null }) {
      requireLinkLife(expiresAt, clock.now());
      return links.sign({ key, expiresAt, fileName });
    },
    readSigned: (requestUrl) => links.read(requestUrl),
    async close() {},
  };
}

/**
 * One flat file per key: `/` becomes `~`, which no key contains, so that `a` and `a/b` can both exist and no empty directories
 * remain when a key is deleted. 4096 directories keep each of them small.
 */
function locate(directory: string, key: string): { shard: string; path: string } {
  requireKey(key);
  const shard = join(directory, createHash('sha256').update(key).digest('hex').slice(0, 3));
  return { shard, path: join(shard, key.replaceAll('/', '~')) };
}

async function writeDurably(path: string, body: Readable | Buffer, signal: AbortSignal | undefined) {
  signal?.throwIfAborted();
  const handle = await open(path, 'wx', 0o600);
  try {
    if (Buffer.isBuffer(body)) await handle.writeFile(body, { signal });
    else await writeStream(handle, body, signal);
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function writeStream(handle: FileHandle, body: Readable, signal: AbortSignal | undefined) {
  if (signal) addAbortSignal(signal, body);
  const chunks: AsyncIterable<Buffer | string> = body;
  for await (const chunk of chunks) await handle.appendFile(chunk);
}

/** A rename is durable only after an fsync of its directory. */
async function syncDirectory(directory: string): Promise<void> {
  const handle = await open(directory, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

async function openExisting(path: string): Promise<FileHandle | null> {
  return open(path, 'r').catch(nullWhenAbsent);
}

function nullWhenAbsent(error: unknown): null {
  if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return null;
  throw storageFaultOf(error);
}
