import { execFile } from 'node:child_process';
import { access } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const PEERS = path.join(import.meta.dirname, 'peers');
/** The last thing that an installation makes. */
const LAST_FILE = path.join(PEERS, 'node_modules/.prisma/client/index.js');

/** Installs the peers unless they are there: the product does not depend on them, so `npm ci` leaves them out. */
export async function installPeers(): Promise<void> {
  const isThere = await access(LAST_FILE).then(
    () => true,
    () => false,
  );
  if (isThere) return;
  console.log('Installing the peers into bench/peers/node_modules …');
  await promisify(execFile)('sh', [path.join(PEERS, 'install.sh')], { timeout: INSTALL_TIMEOUT_MS });
}
