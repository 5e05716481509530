import { createHash } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { connect, createServer } from 'node:net';
import type { Server } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';

/** Another live process holds the folder. */
export class FolderInUse extends Error {
  override readonly name = 'FolderInUse';
}

/**
 * Locks `folder`, given by its real path, for this process until the returned function is called. The lock is a socket
 * that the operating system closes with the process, so that a crash cannot leave it behind.
 * @throws FolderInUse when another live process holds the folder
 */
export async function lockFolder(folder: string): Promise<() => void> {
  const address = lockAddress(folder);
  try {
    return releaseOf(await listen(address));
  } catch (error) {
    if (!isAddressInUse(error)) throw error;
  }
  if (!isAbstract(address) && !(await somebodyListens(address))) {
    await rm(address, { force: true });
    return releaseOf(await listen(address));
  }
  throw new FolderInUse(
    `The data folder ${folder} is in use by another running instance. Stop that one first, or choose another folder.`,
  );
}

/** Linux has abstract socket names, which vanish with their owner; elsewhere it is a file. */
function lockAddress(folder: string): string {
  const name = `embedded-postgres-${createHash('sha256').update(folder).digest('hex').slice(0, 24)}`;
  return process.platform === 'linux' ? `\0${name}` : path.join(tmpdir(), `${name}.sock`);
}

function isAbstract(address: string): boolean {
  return address.startsWith('\0');
}

function listen(address: string): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => socket.destroy());
    server.once('error', reject);
    server.listen({ path: address, exclusive: true }, () => resolve(server.unref()));
  });
}

function releaseOf(server: Server): () => void {
  return () => {
    server.close();
  };
}

function isAddressInUse(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'EADDRINUSE';
}

function somebodyListens(address: string): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(address);
    socket.once('connect', () => resolve(true)).once('error', () => resolve(false));
    socket.once('close', () => socket.destroy());
    socket.setTimeout(1_000, () => socket.destroy());
  });
}
