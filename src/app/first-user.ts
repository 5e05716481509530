import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { FirstUser } from '#api/pages/start-content.ts';

const note = z.object({
  users: z.array(z.object({ username: z.string(), email: z.string(), password: z.string() })),
});

/** The first user whom the first start has noted for its owner; null before it is written, or when it cannot be read any more. */
export async function readFirstUser(dataDir: string): Promise<FirstUser | null> {
  try {
    const { users } = note.parse(JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8')));
    return users[0] ?? null;
  } catch {
    return null;
  }
}
