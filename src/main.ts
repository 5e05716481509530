import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Enables the compile cache, which saves a third of the startup time. It is disabled where the directory is not writable.
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/compiled'));

/** Commands of the product. Each file is imported only when its command is run. */
const COMMANDS: Readonly<Record<string, () => Promise<(env: NodeJS.ProcessEnv) => Promise<void>>>> = {
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

const WRONG_USE = 2;

const [command = ''] = parseArgs({ allowPositionals: true, strict: false }).positionals;
await run(command);

async function run(name: string): Promise<void> {
  const load = Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (!load) {
    process.stderr.write(USAGE);
    process.exitCode = WRONG_USE;
    return;
  }
  try {
    const execute = await load();
    await execute(process.env);
  } catch (error) {
    await fail(error);
  }
}

/** Prints the problem in one line. The stack is printed only on request. */
async function fail(error: unknown): Promise<never> {
  const { ConfigError } = await import('./config/config.ts');
  const { describeFailure } = await import('#src/commands/start-error.ts');
  process.stderr.write(`${describeFailure(error)}\n`);
  if (process.env['LOG_LEVEL'] === 'debug' && error instanceof Error)
    process.stderr.write(`${error.stack}\n`);
  process.exit(error instanceof ConfigError ? WRONG_USE : 1);
}
