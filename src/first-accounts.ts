import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import type { FirstAccounts } from '#api/start-page.ts';

const account = z.object({ email: z.string(), password: z.string() });
const accounts = z.object({
  admin: account.nullable(),
  users: z.array(account.extend({ username: z.string() })),
});

/** What the first start has noted for its owner; null before it is written, or when it cannot be read any more. */
export async function readFirstAccounts(dataDir: string): Promise<FirstAccounts | null> {
  try {
    return accounts.parse(JSON.parse(await readFile(path.join(dataDir, 'first-run.json'), 'utf8')));
  } catch {
    return null;
  }
}
