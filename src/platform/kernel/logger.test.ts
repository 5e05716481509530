import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { test } from 'node:test';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Output of a process with such a logger. */
async function written(
  logFormat: 'json' | 'pretty' | null,
  env: Record<string, string> = {},
): Promise<string> {
  const module = JSON.stringify(new URL('./logger.ts', import.meta.url).href);
  const script = `
    const { openLogger } = await import(${module});
    const log = await openLogger({ logLevel: 'info', logFormat: ${JSON.stringify(logFormat)} });
    log.info({ port: 4000, password: 'secret-1', client: { authorization: 'secret-2' } }, 'listening');
    log.error({ err: Object.assign(new Error('broken'), { client: { password: 'secret-3' } }) }, 'failed');
    console.log('greeting');
  `;
  const args = ['--input-type=module', '--eval', script];
  const { stdout } = await run(process.execPath, args, { env: { PATH: process.env['PATH'], ...env } });
  return stdout;
}

test('lines are JSON where nobody reads them in a terminal', async () => {
  const lines = (await written(null)).split('\n');
  const [listening, failed] = ['listening', 'failed'].map((text) =>
    JSON.parse(lines.find((line) => line.includes(`"msg":"${text}"`)) ?? 'null'),
  );
  const { level, msg, port, password, client } = listening;
  assert.deepEqual(
    { level, msg, port, password, client },
    {
      level: 30,
      msg: 'listening',
      port: 4000,
      password: '[redacted]',
      client: { authorization: '[redacted]' },
    },
  );
  assert.equal(failed.err.message, 'broken');
});

test('pretty lines are for people, in order with other output, coloured on request, and without secrets', async () => {
  const plain = await written('pretty');
  assert.match(plain, /^\[\d\d:\d\d:\d\d\.\d{3}\] INFO: listening \{"port":4000,/);
  assert.match(plain, /\] ERROR: failed \n {4}err: /);
  assert.ok(plain.endsWith('greeting\n'), plain);
  assert.ok(!plain.includes('secret-'), plain);
  assert.ok(!plain.includes('\u001b['), plain);
  assert.ok((await written('pretty', { FORCE_COLOR: '1' })).includes('\u001b[32mINFO'));
});
