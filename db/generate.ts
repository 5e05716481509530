import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { startEmbeddedPostgres } from '@plaza/embedded-postgres-server';
import { migrateDatabase } from '#platform/db/migrate.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { format, resolveConfig } from 'prettier';
import { readCatalog } from './catalog.ts';
import type { Catalog } from './catalog.ts';
import { renderSchema } from './render-schema.ts';
import { renderTypes } from './render-types.ts';

const ROOT = path.resolve(import.meta.dirname, '..');
const TYPES_FILE = path.join(ROOT, 'src/platform/db/tables.ts');
const SCHEMA_FILE = path.join(ROOT, 'db/schema.sql');

/** Writes what follows from the migrations; with `--check` it only compares, and fails when a file is out of date. */
async function main(): Promise<void> {
  const catalog = await migratedCatalog();
  const style = await resolveConfig(TYPES_FILE);
  const files: [string, string][] = [
    [TYPES_FILE, await format(renderTypes(catalog), { ...style, filepath: TYPES_FILE })],
    [SCHEMA_FILE, renderSchema(catalog)],
  ];
  const outdated: string[] = [];
  for (const [file, text] of files) {
    if ((await readFile(file, 'utf8').catch(() => '')) !== text) outdated.push(file);
    if (!process.argv.includes('--check')) await writeFile(file, text);
  }
  const names = outdated.map((file) => path.relative(ROOT, file)).join(' and ');
  if (!process.argv.includes('--check')) {
    console.log(names ? `Written: ${names}.` : 'Nothing has changed.');
  } else if (names) {
    console.error(`Out of date: ${names}. Run \`npm run db:generate\` and commit the result.`);
    process.exitCode = 1;
  }
}

/** The catalog of a database that was made for this and is gone afterwards. */
async function migratedCatalog(): Promise<Catalog> {
  const log = createLogger({ level: 'fatal' });
  const dataDir = await mkdtemp(path.join(tmpdir(), 'plaza-generate-'));
  const server = await startEmbeddedPostgres({ dataDir, log, isDurable: false });
  try {
    await migrateDatabase({ connectionString: server.connectionString, log });
    const client = new Client({ connectionString: server.connectionString });
    await client.connect();
    const catalog = await readCatalog(client);
    await client.end();
    return catalog;
  } finally {
    await server.stop();
    await rm(dataDir, { recursive: true, force: true });
  }
}

await main();
