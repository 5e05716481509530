import { spawn } from 'node:child_process';
import { globSync } from 'node:fs';
import { mkdtemp, readFile, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createInterface } from 'node:readline';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { format, resolveConfig } from 'prettier';
import { plaza } from '../test/start/plaza-process.ts';

/** Collects what is called at the end. */
type Ends = Pick<TestContext, 'after'>;

/** The product that a guide speaks to. */
export type GuideProduct = {
  /** The public listener, the private one, and those of the admin panel and the web app, as `127.0.0.1:4000`. */
  readonly host: string;
  readonly opsHost: string;
  readonly panelHost: string;
  readonly appHost: string;
  /** The folder in which the commands run. */
  readonly folder: string;
  /** The output of `npm start`. */
  readonly output: string;
};

/** Hosts and placeholders of the guide by what stands for them in this run. */
type Stands = Map<string, string>;

const DOCUMENTS = ['README.md', 'client/README.md', 'docs/guides/*.md'];
const HOST = '127.0.0.1:4000';
const OPS_HOST = '127.0.0.1:4001';
const PANEL_HOST = '127.0.0.1:4004';
const APP_HOST = '127.0.0.1:4005';

/** A block of a guide: its language, the terminal that it belongs to, and its text. */
const BLOCK = /^```(sh|json|text)(?: (\w+))?\n(.*?)^```$/gms;

/** The documents that show answers of the API. */
export async function listGuides(): Promise<string[]> {
  const files = globSync(DOCUMENTS).toSorted();
  const texts = await Promise.all(files.map((file) => readFile(file, 'utf8')));
  return files.filter((_file, index) => texts[index]?.includes('\ncurl '));
}

/** Starts the product with its demo world in a folder of its own, as `npm start` does. */
export async function startGuideProduct(ends: Ends): Promise<GuideProduct> {
  const folder = await guideFolder(ends);
  const product = plaza(ends, { args: ['start'], env: { DATA_DIR: path.join(folder, 'data') } });
  await product.ready();
  const output = product.stdout();
  const hostOf = (line: RegExp): string => line.exec(output)?.[1] ?? '';
  return {
    host: hostOf(/^ {2}Open +http:\/\/(.+)\/$/m),
    opsHost: hostOf(/^ {2}Private +http:\/\/(.+)\/ready$/m),
    panelHost: hostOf(/^ {2}Panel +http:\/\/(.+)$/m),
    appHost: hostOf(/^ {2}App +http:\/\/(.+)$/m),
    folder,
    output,
  };
}

/** A folder in which `npx` and `import` find the packages of the product. */
export async function guideFolder(ends: Ends): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'plaza-guide-'));
  // The database may still write its last files while its folder is removed.
  ends.after(() => rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 }));
  await symlink(path.resolve('node_modules'), path.join(folder, 'node_modules'));
  return folder;
}

/**
 * Runs the commands of a guide in its order and replaces the answers that it shows. What differs from run to run is kept as
 * the guide has it: ids, times, and texts in angle brackets. Later commands that repeat it are run with what was answered.
 * A word after the language of a block names another terminal. `npm start` is not run: the product is there.
 */
export async function renewAnswers(guide: string, product: GuideProduct): Promise<string> {
  const stands: Stands = new Map([
    [HOST, product.host],
    [OPS_HOST, product.opsHost],
    [PANEL_HOST, product.panelHost],
    [APP_HOST, product.appHost],
  ]);
  const terminals = new Map<string, Terminal>();
  const terminalOf = (name: string): Terminal => {
    const terminal = terminals.get(name) ?? openTerminal(product.folder);
    terminals.set(name, terminal);
    return terminal;
  };
  let renewed = '';
  let end = 0;
  try {
    for (const { index, 0: block, 1: language, 2: name = '', 3: shown = '' } of guide.matchAll(BLOCK)) {
      if (language === 'sh') {
        if (!shown.includes('npm start')) terminalOf(name).run(filledIn(shown, stands));
        continue;
      }
      const printed = language === 'text' ? product.output : await terminalOf(name).answer();
      const keepWithin = language === 'text' ? keepLines : keepAnswer;
      const answered = keepWithin(shown, withShownHosts(printed, stands), stands);
      renewed += guide.slice(end, index) + block.replace(shown, () => answered);
      end = index + block.length;
    }
  } finally {
    for (const terminal of terminals.values()) terminal.close();
  }
  const style = await resolveConfig(path.resolve('README.md'));
  return format(renewed + guide.slice(end), { ...style, parser: 'markdown' });
}

const filledIn = (command: string, stands: Stands): string =>
  [...stands].reduce((text, [shown, answered]) => text.replaceAll(shown, answered), command);

const withShownHosts = (answered: string, stands: Stands): string =>
  [HOST, OPS_HOST, PANEL_HOST, APP_HOST].reduce(
    (text, host) => text.replaceAll(stands.get(host) ?? host, host),
    answered,
  );

function keepLines(shown: string, answered: string): string {
  const shownLines = shown.split('\n');
  const lines = answered.trimEnd().split('\n');
  const kept = lines.map((line, index) => {
    const shownLine = shownLines[index] ?? '';
    return isAlike(shownLine, line) ? shownLine : line;
  });
  return `${kept.join('\n')}\n`;
}

function keepAnswer(shown: string, answered: string, stands: Stands): string {
  return `${JSON.stringify(keep(JSON.parse(shown), JSON.parse(answered), stands), null, 2)}\n`;
}

/** The answered value, with everything as the guide shows it that may differ from run to run. */
function keep(shown: unknown, answered: unknown, stands: Stands): unknown {
  if (Array.isArray(answered)) {
    const items: readonly unknown[] = Array.isArray(shown) ? shown : [];
    return answered.map((item, index) => keep(items[index], item, stands));
  }
  if (typeof answered === 'object' && answered !== null) {
    const fields = new Map(Object.entries(shown ?? {}));
    return Object.fromEntries(
      Object.entries(answered).map(([name, value]) => [name, keep(fields.get(name), value, stands)]),
    );
  }
  if (typeof shown !== 'string' || typeof answered !== 'string' || !isAlike(shown, answered)) return answered;
  if (shown !== answered) stands.set(shown, answered);
  return shown;
}

const ID = /^([a-z]+_)[0-9a-z]{26}$/;
const TIME = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const PLACEHOLDER = /<[^<>]+>/;

function isAlike(shown: string, answered: string): boolean {
  if (TIME.test(shown)) return TIME.test(answered);
  const [, prefix] = ID.exec(shown) ?? [];
  if (prefix !== undefined) return ID.exec(answered)?.[1] === prefix;
  const parts = shown.split(PLACEHOLDER).map((part) => RegExp.escape(part));
  return new RegExp(`^${parts.join('\\S+')}$`).test(answered);
}

type Terminal = { run(command: string): void; answer(): Promise<string>; close(): void };

const ANSWER_TIMEOUT_MS = 20_000;

/** A shell whose answers are the lines that it prints. */
function openTerminal(folder: string): Terminal {
  // A process group of its own, so that what still runs in it is ended with it.
  const shell = spawn('sh', { cwd: folder, detached: true, stdio: ['pipe', 'pipe', 'inherit'] });
  const lines = createInterface({ input: shell.stdout })[Symbol.asyncIterator]();
  let last = '';

  async function nextLine(): Promise<string> {
    for (;;) {
      const { done, value } = await lines.next();
      if (done) throw new Error(`The terminal was closed after:\n${last}`);
      if (value !== '') return value;
    }
  }

  return {
    run(command) {
      last = command;
      // Answers of the API do not end their line.
      shell.stdin.write(`{ ${command}} < /dev/null\necho\n`);
    },
    answer: () =>
      Promise.race([
        nextLine(),
        sleep(ANSWER_TIMEOUT_MS, undefined, { ref: false }).then(() => {
          throw new Error(`No answer within ${String(ANSWER_TIMEOUT_MS / 1_000)} s to:\n${last}`);
        }),
      ]),
    close() {
      if (shell.exitCode === null && shell.pid !== undefined) process.kill(-shell.pid, 'SIGKILL');
    },
  };
}
