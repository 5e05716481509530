import { parseArgs } from 'node:util';
import { ConfigError } from './config.ts';

/** The commands of the product. Each file is loaded only when it is asked for. */
const COMMANDS: Readonly<Record<string, () => Promise<() => Promise<void>>>> = {
  start: async () => (await import('./commands/start.ts')).start,
  serve: async () => (await import('./commands/serve.ts')).serve,
  worker: async () => (await import('./commands/worker.ts')).worker,
  migrate: async () => (await import('./commands/migrate.ts')).migrate,
  schema: async () => (await import('./commands/schema.ts')).schema,
  'admin:create': async () => (await import('./commands/admin-create.ts')).adminCreate,
};

const USAGE = `Usage: node src/main.ts <command>

  start          everything in one process; with an embedded PostgreSQL unless DATABASE_URL is set
  serve          the listeners alone; needs DATABASE_URL
  worker         the jobs alone; needs DATABASE_URL
  migrate        brings the database to the newest schema
  schema         writes schema/; with --check only compares
  admin:create   makes an admin: --email E --name N [--role OWNER], the password by ADMIN_PASSWORD
`;

const [command = ''] = parseArgs({ allowPositionals: true, strict: false }).positionals;
await run(command);

async function run(name: string): Promise<void> {
  const load = COMMANDS[name];
  if (!load) {
    process.stderr.write(USAGE);
    process.exitCode = 2;
    return;
  }
  try {
    const execute = await load();
    await execute();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    process.stderr.write(`${error.message}\n`);
    process.exitCode = 2;
  }
}
