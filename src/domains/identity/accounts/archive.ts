import { Readable, Transform } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';
import type { Services } from '#platform/context.ts';
import type { ExportPart } from '#platform/personal-data.ts';

type Archive = { readonly parts: readonly ExportPart[]; readonly userId: string; readonly key: string };

/**
 * Writes everything of a person into one ZIP file in the storage: a file of JSON for each part, their files beside it,
 * and a text that explains them. It passes through in pieces; what is in memory at once does not grow with it.
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
    fill(services, archive, { zip, body }),
  ]);
  // Each of the two ends the other by destroying what is between them, so the first reason is the one that counts.
  for (const outcome of outcomes) if (outcome.status === 'rejected') throw outcome.reason;
  return sizeBytes;
}

type Target = { readonly zip: ZipFile; readonly body: Transform };

async function fill(services: Services, { parts, userId }: Archive, target: Target): Promise<void> {
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

/** Resolves when the entry has been read to its end: so there is one open stream at a time. */
async function add({ zip, body }: Target, content: Readable, entry: Entry): Promise<void> {
  const stop = (): void => void content.destroy();
  // Nobody reads on when the archive cannot be written.
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

/** A JSON array with a line for each row. */
async function* jsonOf(rows: AsyncIterable<object>, counter: { count: number }): AsyncGenerator<string> {
  for await (const row of rows) {
    yield `${counter.count === 0 ? '[' : ','}\n${JSON.stringify(row)}`;
    counter.count += 1;
  }
  yield counter.count === 0 ? '[]\n' : '\n]\n';
}

const INTRODUCTION = `This archive holds what you have here, as it was when the archive was made.

Each file with the ending .json is a list with one line for each thing. Dates are in UTC. The ids are those that
the service itself shows. Other people appear by their id and their username alone, and without the username when
you cannot see them; what they wrote, sent or set is theirs and not in here.
`;

function readmeOf(parts: readonly ExportPart[], counts: readonly number[]): string {
  const lines = parts.map(
    ({ name, description }, index) => `${name}.json (${counts[index] ?? 0})\n  ${description}`,
  );
  return `${INTRODUCTION}\n${lines.join('\n\n')}\n`;
}
