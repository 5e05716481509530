import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { FirstUser } from '#api/pages/start-content.ts';

const note = z.object({
  users: z.array(z.object({ username: z.string(), email: z.string(), password: z.string() })),
});

/** Users whom the first start has noted for its owner; none before it is written, or when it cannot be read any more. */
export async function readFirstUsers(dataDir: string): Promise<readonly FirstUser[]> {
  try {
    const { users } = note.parse(JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8')));
    return users;
  } catch {
    return [];
  }
}
