import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';

const INSTALL_TIMEOUT_MS = 10 * 60_000;
const PEERS = path.join(import.meta.dirname, '../peers');
const SCHEMA = path.join(PEERS, 'schema.prisma');
/** The last file that an installation writes holds a copy of its manifest. */
const INSTALLED_SCHEMA = path.join(PEERS, 'node_modules/.prisma/client/schema.prisma');

/** Installs the peers unless the installation is current: the product does not depend on them, so `npm ci` omits them. */
export async function installPeers(): Promise<void> {
  const installed = await readFile(INSTALLED_SCHEMA, 'utf8').catch(() => null);
  if (installed === (await readFile(SCHEMA, 'utf8'))) return;
  console.log('Installing the peers into bench/peers/node_modules …');
  await promisify(execFile)('sh', [path.join(PEERS, 'install.sh')], { timeout: INSTALL_TIMEOUT_MS });
}
