import { randomBytes } from 'node:crypto';
import { after } from 'node:test';
import type { TestContext } from 'node:test';
import {
  databaseAt,
  runSql,
  startTestServer,
  TEMPLATE_DATABASE,
  TEST_SERVER_VARIABLE,
} from './test-server.ts';

/** A migrated, empty database of the test's own, dropped when the test ends. */
export async function testDatabase(t: Pick<TestContext, 'after'>): Promise<{ connectionString: string }> {
  const { connectionString, drop } = await createDatabase();
  t.after(drop);
  return { connectionString };
}

export type CreatedDatabase = { readonly connectionString: string; drop(): Promise<void> };

/** A copy of the migrated template, for whoever drops it. */
export async function createDatabase(): Promise<CreatedDatabase> {
  const server = process.env[TEST_SERVER_VARIABLE] ?? (await ownServer());
  const name = `test_${randomBytes(8).toString('hex')}`;
  await runSql(server, `create database ${name} template ${TEMPLATE_DATABASE} strategy file_copy`);
  return {
    connectionString: databaseAt(server, name),
    drop: () => runSql(server, `drop database ${name} with (force)`),
  };
}

let started: Promise<string> | null = null;

/** A file that is run directly has no global set-up; it then starts its own server. */
function ownServer(): Promise<string> {
  started ??= startTestServer().then((server) => {
    processEnds.unshift(() => server.stop());
    return server.connectionString;
  });
  return started;
}

/** Called after the last test of the process, the last one first. */
export const processEnds: (() => Promise<void>)[] = [];

// Registered while the file loads, so that it runs after the last test of the file.
after(async () => {
  for (const end of processEnds.toReversed()) await end();
});
