import { execFile } from 'node:child_process';
import { readdir } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { Client } from 'pg';

const execute = promisify(execFile);
const DEBIAN_FOLDER = '/usr/lib/postgresql';
const SCALE = 50;
const THREADS = 2;

/** PostgreSQL's own benchmark on a database of its own: three updates, an insert and a read in a transaction. */
export type TpcB = { perSecond(seconds: number): Promise<number> };

/** @throws Error without `pgbench`, which comes with PostgreSQL's server packages */
export async function prepareTpcB(databaseUrl: string, connections: number): Promise<TpcB> {
  const program = await findProgram();
  const url = new URL(databaseUrl);
  const client = new Client({ connectionString: databaseUrl });
  await client.connect();
  await client.query('create database tpcb');
  await client.end();
  url.pathname = 'tpcb';
  await execute(program, ['--initialize', '--quiet', `--scale=${SCALE}`, url.href]);
  return {
    async perSecond(seconds) {
      const { stdout } = await execute(program, [
        '--no-vacuum',
        '--protocol=prepared',
        `--client=${connections}`,
        `--jobs=${THREADS}`,
        `--time=${seconds}`,
        url.href,
      ]);
      const measured = /^tps = ([\d.]+)/m.exec(stdout)?.[1];
      if (measured === undefined) throw new Error(`pgbench printed no rate: ${stdout}`);
      return Number(measured);
    },
  };
}

/** On Debian it is not on the path. */
async function findProgram(): Promise<string> {
  const versions = await readdir(DEBIAN_FOLDER).catch(() => []);
  const found = [
    'pgbench',
    ...versions.toSorted().map((version) => path.join(DEBIAN_FOLDER, version, 'bin', 'pgbench')),
  ];
  for (const program of found.toReversed()) {
    const answer = await execute(program, ['--version']).catch(() => null);
    if (answer) return program;
  }
  throw new Error('This bench needs pgbench: install postgresql-contrib.');
}
