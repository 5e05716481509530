import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync } from 'node:fs';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { setTimeout as delay } from 'node:timers/promises';
import { chromium } from 'playwright-core';
import { runCron } from '../../test/support/jobs/cron.ts';
import { freePort } from '../../test/support/transport/free-port.ts';
import { publish } from '../../test/support/content/hashtags.ts';
import { testWorld } from '../../test/support/world.ts';
import { GENERATORS, installedProject, type Project, run } from './support/project.ts';
import { snippetsOf } from './support/snippets.ts';

const CHROMIUM = '/usr/bin/chromium';
const START_TIMEOUT_MS = 60_000;

test(
  'the guide for Next.js builds as printed in an app of its generator, is rendered by its server, and signs in and shows the feed in a browser',
  { skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine` },
  async (t) => {
    const project = await installedProject(t, GENERATORS.next);
    if (!project) return;
    const world = await testWorld(t);
    const [ada, ben] = [await world.user('ada'), await world.user('ben')];
    await publish(ben, 'For everybody');
    await publish(ada, 'For followers', { visibility: 'FOLLOWERS' });
    await runCron(world, 'explore.rank');
    for (const [file, code] of await snippetsOf('docs/guides/nextjs.md')) await project.write(file, code);
    const url = world.url.replace('http', 'ws');
    await project.write('.env.local', `NEXT_PUBLIC_GRAPHQL_URL=${world.url}\nNEXT_PUBLIC_WS_URL=${url}\n`);
    const page = await served(t, project);

    const html = await (await fetch(page)).text();
    assert.match(html, /<article>For everybody<\/article>/);
    assert.doesNotMatch(html, /For followers/);
    const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
    t.after(() => browser.close());
    const tab = await browser.newPage();
    await tab.goto(page);
    await tab.getByRole('button', { name: 'Sign in' }).click();
    await tab.locator('p', { hasText: 'For followers' }).waitFor();
    await tab.reload();
    await tab.locator('p', { hasText: 'For followers' }).waitFor();
  },
);

/** Builds the application and starts its server. @returns its address */
async function served(t: TestContext, { directory }: Project): Promise<string> {
  const next = path.join(directory, 'node_modules/.bin/next');
  const options = {
    cwd: directory,
    env: { ...process.env, NODE_ENV: undefined, NEXT_TELEMETRY_DISABLED: '1' },
  };
  await run(next, ['build'], options);
  const port = await freePort();
  const server = spawn(next, ['start', '-p', String(port), '-H', '127.0.0.1'], {
    ...options,
    stdio: 'ignore',
  });
  t.after(async () => {
    server.kill();
    await once(server, 'exit');
  });
  const url = `http://127.0.0.1:${port}/`;
  const endsAtMs = Date.now() + START_TIMEOUT_MS;
  while (!(await isAnswered(url))) {
    assert.ok(Date.now() < endsAtMs, 'Next.js did not start');
    await delay(200);
  }
  return url;
}

async function isAnswered(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  );
}
