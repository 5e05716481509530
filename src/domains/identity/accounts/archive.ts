import { Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Services } from '#platform/outbox/services.ts';
import type { ExportPart } from '#platform/request/personal-data.ts';

type Archive = { readonly parts: readonly ExportPart[]; readonly userId: string; readonly key: string };

/**
 * Streams all data of a user into one ZIP file in the storage: a JSON file for each part, their media files beside it,
 * and a README. Memory use does not depend on its size.
 * @returns its size in bytes
 */
export async function storeArchive(services: Services, archive: Archive): Promise<number> {
  const zip = new ZipFile();
  let sizeBytes = 0;
  const body = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      sizeBytes += chunk.length;
      done(null, chunk);
    },
  });
  zip.on('error', (error: Error) => body.destroy(error));
  zip.outputStream.pipe(body);
  const stored = services.ports.storage.put(archive.key, body, { contentType: 'application/zip' });
  const outcomes = await Promise.allSettled([
    stored.finally(() => body.destroy()),
    writeEntries(services, archive, { zip, body }),
  ]);
  // Archiver and upload destroy each other's stream on failure, so only the first error is the cause.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return sizeBytes;
}

type Target = { readonly zip: ZipFile; readonly body: Transform };

async function writeEntries(services: Services, { parts, userId }: Archive, target: Target): Promise<void> {
  const mtime = services.clock.now();
  try {
    const counts: number[] = [];
    for (const part of parts) {
      const counter = { count: 0 };
      await add(target, Readable.from(jsonOf(part.rows(services, userId), counter)), {
        name: `${part.name}.json`,
        mtime,
      });
      counts.push(counter.count);
      for await (const { name, key } of part.files?.(services, userId) ?? []) {
        const stored = await services.ports.storage.get(key);
        // Deleted since its row was read.
        if (!stored) continue;
        await add(target, stored.body, { name: `${part.name}/${name}`, mtime, isCompressed: true });
      }
    }
    await add(target, Readable.from([readmeOf(parts, counts)]), { name: 'README.txt', mtime });
    target.zip.end();
  } catch (error) {
    target.body.destroy(error instanceof Error ? error : new Error(String(error)));
    throw error;
  }
}

type Entry = { readonly name: string; readonly mtime: Date; readonly isCompressed?: boolean };

/** Resolves when the entry has been read to its end, so that only one stream is open at a time. */
async function add({ zip, body }: Target, content: Readable, entry: Entry): Promise<void> {
  const stop = (): void => void content.destroy();
  // Nothing reads the stream when the archive cannot be written.
  body.once('close', stop);
  if (body.destroyed) stop();
  try {
    const { name, mtime, isCompressed = false } = entry;
    zip.addReadStream(content, name, { mtime, compress: !isCompressed });
    await finished(content);
  } finally {
    body.off('close', stop);
  }
}

/** A JSON array with one row per line. */
async function* jsonOf(rows: AsyncIterable<object>, counter: { count: number }): AsyncGenerator<string> {
  for await (const row of rows) {
    yield `${counter.count === 0 ? '[' : ','}\n${JSON.stringify(row)}`;
    counter.count += 1;
  }
  yield counter.count === 0 ? '[]\n' : '\n]\n';
}

const INTRODUCTION = `This archive contains your data as of the time when it was written.

Each file with the ending .json is a list with one line for each item. Times are in UTC. Ids are the same as in
the API. Other users appear only by id and username, and without the username when you cannot see them; what they
wrote, sent or set is their data and not included.
`;

function readmeOf(parts: readonly ExportPart[], counts: readonly number[]): string {
  const lines = parts.map(
    ({ name, description }, index) => `${name}.json (${counts[index] ?? 0})\n  ${description}`,
  );
  return `${INTRODUCTION}\n${lines.join('\n\n')}\n`;
}
