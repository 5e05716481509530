import { existsSync } from 'node:fs';
import { enableCompileCache } from 'node:module';
import path from 'node:path';
import { parseArgs } from 'node:util';

// Enables the compile cache, which saves a third of the startup time. It is disabled where the directory is not writable.
enableCompileCache(path.resolve(import.meta.dirname, '../node_modules/.cache/compiled'));

type Command = {
  readonly usage: string;
  /** Each file is imported only when its command is run. */
  readonly load: () => Promise<(env: NodeJS.ProcessEnv) => Promise<void>>;
};

const COMMANDS: Readonly<Record<string, Command>> = {
  start: {
    usage: 'everything in one process; with an embedded PostgreSQL unless DATABASE_URL is set',
    load: async () => (await import('./commands/start.ts')).start,
  },
  serve: {
    usage: 'the listeners alone; needs DATABASE_URL',
    load: async () => (await import('./commands/serve.ts')).serve,
  },
  worker: {
    usage: 'the jobs alone; needs DATABASE_URL',
    load: async () => (await import('./commands/worker.ts')).worker,
  },
  migrate: {
    usage: 'brings the database to the newest schema; needs DATABASE_URL',
    load: async () => (await import('./commands/migrate.ts')).migrate,
  },
  schema: {
    usage: 'writes schema/; with --check only compares',
    load: async () => (await import('./commands/schema.ts')).schema,
  },
  'admin:create': {
    usage: 'makes an admin: --email E --name N [--role OWNER], the password by ADMIN_PASSWORD',
    load: async () => (await import('./commands/admin-create.ts')).adminCreate,
  },
  'admin:reset-totp': {
    usage: 'takes the second factor from an admin who has lost it: E-MAIL [--reason TEXT]; sessions end',
    load: async () => (await import('./commands/admin-reset-totp.ts')).adminResetTotp,
  },
  'ledger:verify': {
    usage: 'recomputes the books of coins, names what differs, and then exits with 1',
    load: async () => (await import('./commands/ledger-verify.ts')).ledgerVerify,
  },
  'audit:verify': {
    usage: 'recomputes the chain of the audit log, names what differs, and then exits with 1',
    load: async () => (await import('./commands/audit-verify.ts')).auditVerify,
  },
  'dashboard:rebuild': {
    usage: 'recomputes the measures of closed days: --from DAY, names what differs; --write repairs it',
    load: async () => (await import('./commands/dashboard-rebuild.ts')).dashboardRebuild,
  },
};

const NAME_WIDTH = 19;
const usageOf = (name: string, { usage }: Command): string => `  ${name.padEnd(NAME_WIDTH)}${usage}\n`;

const usageOfAll = (): string => `Usage: node plaza.js <command> [--help]

${Object.entries(COMMANDS)
  .map(([name, command]) => usageOf(name, command))
  .join('')}
Settings are environment variables, also by a file .env in this folder: see .env.example and docs/operations.md.
`;

const WRONG_USE = 2;

const { positionals, values } = parseArgs({
  allowPositionals: true,
  strict: false,
  options: { help: { type: 'boolean', short: 'h' } },
});
await run(positionals[0], values.help === true);

async function run(name: string | undefined, isHelp: boolean): Promise<void> {
  const command = name !== undefined && Object.hasOwn(COMMANDS, name) ? COMMANDS[name] : undefined;
  if (name === undefined || !command) {
    const output = isHelp ? process.stdout : process.stderr;
    if (name !== undefined) process.stderr.write(`There is no command "${name}".\n\n`);
    output.write(usageOfAll());
    if (!isHelp || name !== undefined) process.exitCode = WRONG_USE;
    return;
  }
  if (isHelp) {
    process.stdout.write(usageOf(name, command));
    return;
  }
  try {
    const execute = await command.load();
    readEnvironmentFile();
    await execute(process.env);
  } catch (error) {
    await fail(error);
  }
}

/** Variables that are set already win. */
function readEnvironmentFile(): void {
  if (existsSync('.env')) process.loadEnvFile();
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
