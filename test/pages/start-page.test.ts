import assert from 'node:assert/strict';
import { existsSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import path from 'node:path';
import { test, type TestContext } from 'node:test';
import { chromium, type Page } from 'playwright-core';
import { publish } from '#test/support/content/hashtags.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import { uploaded } from '#test/support/content/uploaded-media.ts';
import { runCron } from '#test/support/jobs/cron.ts';
import { until } from '#test/support/processes.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { PRODUCTION_ENV } from '#test/support/production-env.ts';
import { testWorld, type World } from '#test/support/world.ts';

const CHROMIUM = '/usr/bin/chromium';
const browserTest = {
  skip: existsSync(CHROMIUM) ? false : `SKIPPED: there is no ${CHROMIUM} on this machine`,
};

/** A world as the first start leaves it: with a note of the accounts that it has made. */
async function firstWorld(t: TestContext, env: Record<string, string> = {}): Promise<World> {
  const world = await testWorld(t, { env: { TRUSTED_PROXIES: '0', ...env } });
  const { username, email, password } = await world.user('nora');
  await noteUsers(world, [{ username, email, password }]);
  return world;
}

const noteUsers = ({ dataDir }: World, users: object[]): Promise<void> =>
  writeFile(path.join(dataDir, 'first-run.json'), JSON.stringify({ admin: null, users }));

type Sent = { method?: string; path?: string; headers?: Record<string, string | undefined> };

/** Headers as given, also those that `fetch` sets itself. */
async function send(
  { url }: World,
  { method = 'POST', path: target = '/open-as/user', headers = {} }: Sent,
): Promise<{ status: number | undefined; headers: Record<string, unknown>; text: string }> {
  const given = Object.entries(headers).filter(([, value]) => value !== undefined);
  return new Promise((resolve, reject) => {
    const sent = request(new URL(target, url), { method, headers: Object.fromEntries(given) }, (response) => {
      let text = '';
      response.on('data', (chunk) => (text += String(chunk)));
      response.on('end', () => resolve({ status: response.statusCode, headers: response.headers, text }));
    });
    sent.on('error', reject).end();
  });
}

const page = (world: World, headers: Sent['headers'] = {}): ReturnType<typeof send> =>
  send(world, { method: 'GET', path: '/', headers: { accept: 'text/html', ...headers } });

/** A page of a browser of its own, the origins that it sends requests to, and what its policies refuse. */
async function openTab(t: TestContext): Promise<{ tab: Page; origins: Set<string>; violations: string[] }> {
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  t.after(() => browser.close());
  const tab = await browser.newPage();
  const origins = new Set<string>();
  const violations: string[] = [];
  tab.on('request', (sent) => {
    if (!/^(data|blob):/.test(sent.url())) origins.add(new URL(sent.url()).origin);
  });
  tab.on('console', (message) => {
    if (message.text().includes('Content Security Policy')) violations.push(message.text());
  });
  return { tab, origins, violations };
}

const originOf = (world: World): string => new URL(world.url).origin;

test('a browser at `/` sees what runs and where', async (t) => {
  const opsPort = String(await freePort());
  const world = await firstWorld(t, { OPS_PORT: opsPort });
  const { status, text, headers } = await page(world);
  assert.equal(status, 200);
  assert.equal(headers['cache-control'], 'no-store');
  assert.equal(headers['access-control-allow-origin'], undefined);
  assert.match(
    String(headers['content-security-policy']),
    /^default-src 'none'; script-src 'sha256-[^']+'; connect-src 'self'; img-src 'self' data:; style-src 'sha256-[^']+';/,
  );
  for (const link of ['/web/graphql', '/admin/graphql', `http://127.0.0.1:${opsPort}/mails`])
    assert.ok(text.includes(`href="${link}"`), link);
  assert.match(text, /Version \d+\.\d+\.\d+/);
  const states = [...text.matchAll(/<li class="(\w+)">(.*?) <span>(.*?)<\/span>/g)].map((found) =>
    found.slice(1),
  );
  assert.deepEqual(states, [
    ['ready', 'Database', 'embedded'],
    ['ready', 'Jobs', 'ready'],
    ['ready', 'Live events', 'ready'],
    ['ready', 'Files', 'on disk'],
    ['ready', 'Mails', 'kept here'],
    ['ready', 'Payments', 'sandbox'],
  ]);
  assert.doesNotMatch(text, /password|example\.com/);
});

test('`curl /` prints the addresses and a first query that works; who takes JSON alone gets the error of an unknown path', async (t) => {
  const world = await firstWorld(t);
  const { status, text, headers } = await send(world, {
    method: 'GET',
    path: '/',
    headers: { accept: '*/*' },
  });
  assert.deepEqual([status, headers['content-type']], [200, 'text/plain; charset=utf-8']);
  for (const url of [world.url, world.adminUrl]) assert.ok(text.includes(` ${url}\n`), url);
  const [, url = '', contentType = '', body = ''] =
    /curl (\S+) -H 'content-type: ([^']+)' \\\n +-d '([^']+)'/.exec(text) ?? [];
  const answer = await fetch(url, { method: 'POST', headers: { 'content-type': contentType }, body });
  assert.deepEqual(await answer.json(), { data: { exploreFeed: { nodes: [] } } });

  const other = await send(world, { method: 'GET', path: '/', headers: { accept: 'application/json' } });
  assert.equal(other.status, 404);
  assert.equal(JSON.parse(other.text).errors[0].extensions.code, 'NOT_FOUND');
});

test('all pages have one stylesheet and fit a phone, those of unknown paths and of the mails too', async (t) => {
  const world = await firstWorld(t);
  const asked = { accept: 'text/html' };
  const missing = await send(world, { method: 'GET', path: '/nothing', headers: asked });
  const explorer = await send(world, { method: 'GET', path: '/web/graphql', headers: asked });
  const mails = await fetch(new URL('/mails', world.opsUrl), { headers: asked });
  const pages = {
    start: (await page(world)).text,
    missing: missing.text,
    explorer: explorer.text,
    mails: await mails.text(),
    document: (await send(world, { method: 'GET', path: '/read/README.md', headers: asked })).text,
  };
  assert.deepEqual([missing.status, explorer.status, mails.status], [404, 200, 200]);
  const style = await readFile('src/api/pages/pages.css', 'utf8');
  for (const [name, html] of Object.entries(pages)) {
    assert.match(html, /<meta name="viewport" content="width=device-width, initial-scale=1" \/>/, name);
    assert.ok(html.includes(style), name);
    assert.match(html, /<a class="wordmark" href="(\/|http:\/\/127\.0\.0\.1:\d+\/)">/, name);
  }
  assert.match(
    mails.headers.get('content-security-policy') ?? '',
    /^default-src 'none'; img-src data:; style-src 'sha256-[^']+'; base-uri 'none';/,
  );
});

test('the documents of the source are pages, and each of their links leads to one', async (t) => {
  const world = await firstWorld(t);
  const read = async (file: string) => {
    const answer = await send(world, { method: 'GET', path: file, headers: { accept: 'text/html' } });
    assert.doesNotMatch(String(answer.headers['content-security-policy']), /script-src/);
    return answer;
  };
  const seen = new Set(['/read/README.md']);
  // A set that grows while it is walked shows what was added.
  for (const file of seen) {
    const { status, text } = await read(file);
    assert.equal(status, 200, file);
    const main = text.slice(text.indexOf('<main'));
    for (const [, link = ''] of main.matchAll(/<a href="([^"#]+)/g)) {
      const { origin, pathname } = new URL(link, `http://plaza${file}`);
      if (origin === 'http://plaza') seen.add(pathname);
    }
  }
  for (const file of ['docs/guides/nextjs.md', 'schema/client.graphql', 'docs/decisions/'])
    assert.ok(seen.has(`/read/${file}`), file);
  const table = (await read('/read/README.md')).text;
  assert.match(table, /<td><a href="client\/README\.md">client\/README\.md<\/a><\/td>/);

  for (const file of ['package.json', 'src/main.ts', '../README.md', '%2e%2e/%2e%2e/etc/passwd', 'docs']) {
    const answer = await send(world, { method: 'GET', path: `/read/${file}` });
    assert.equal(answer.status, 404, file);
  }
});

test('the page at `/` gets the session of the first user', async (t) => {
  const world = await firstWorld(t);
  const headers = { origin: originOf(world), 'sec-fetch-site': 'same-origin' };
  const answer = await send(world, { headers });
  assert.equal(answer.status, 200);
  assert.equal(answer.headers['access-control-allow-origin'], undefined);
  assert.equal(answer.headers['cache-control'], 'no-store');
  const { path: opened, session } = JSON.parse(answer.text);
  assert.deepEqual([opened, session.account], ['/web/graphql', { name: 'nora' }]);
  const kept = ['accessToken', 'account', 'expiresAt', 'refreshToken'];
  assert.deepEqual(Object.keys(session).toSorted(), kept);
});

test('an account whose password was changed is not opened', async (t) => {
  const world = await firstWorld(t);
  const headers = { origin: originOf(world), 'sec-fetch-site': 'same-origin' };
  await noteUsers(world, [{ username: 'nora', email: 'nora@example.com', password: 'another password' }]);
  assert.equal((await send(world, { headers })).status, 404);
  await noteUsers(world, []);
  assert.equal((await send(world, { headers })).status, 404);
  assert.doesNotMatch((await page(world)).text, /<button/);
});

test('nobody but the page at `/`, opened on this machine, gets a session', async (t) => {
  const world = await firstWorld(t);
  const origin = originOf(world);
  const port = new URL(world.url).port;
  const own = { origin, 'sec-fetch-site': 'same-origin' };
  const refused: Record<string, Sent> = {
    'no origin': { headers: {} },
    'another site': { headers: { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' } },
    'another port of this machine': {
      headers: { origin: 'http://127.0.0.1:3000', 'sec-fetch-site': 'same-site' },
    },
    'a sandboxed page': { headers: { origin: 'null' } },
    'a page of the same site, by what the browser says': {
      headers: { ...own, 'sec-fetch-site': 'same-site' },
    },
    'another name, rebound to this machine': {
      headers: {
        host: `evil.example:${port}`,
        origin: `http://evil.example:${port}`,
        'sec-fetch-site': 'same-origin',
      },
    },
    'a name that begins like this machine': {
      headers: { host: 'localhost.evil.example', origin: 'http://localhost.evil.example' },
    },
    'a proxy in front': { headers: { ...own, 'x-forwarded-for': '203.0.113.9' } },
    'a proxy that says so': { headers: { ...own, via: '1.1 proxy' } },
    'a GET': { method: 'GET', headers: own },
    'the admin': { path: '/open-as/admin', headers: own },
  };
  for (const [who, sent] of Object.entries(refused)) {
    const { status, text } = await send(world, sent);
    assert.equal(status, 404, who);
    assert.doesNotMatch(text, /token/i, who);
  }
  const preflight = await send(world, {
    method: 'OPTIONS',
    headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
  });
  assert.notEqual(preflight.headers['access-control-allow-origin'], origin);
  for (const headers of [{ host: `evil.example:${port}` }, { 'x-forwarded-for': '203.0.113.9' }])
    assert.doesNotMatch((await page(world, headers)).text, /<button|127\.0\.0\.1/);
});

test('there is no session to get where others could ask for it', async (t) => {
  for (const env of [
    { HOST: '0.0.0.0' },
    { DEMO: 'off' },
    { EXPLORER: 'off' },
    { TRUSTED_PROXIES: '1' },
    { PUBLIC_URL: 'https://api.example.com' },
  ]) {
    const world = await firstWorld(t, env);
    const name = JSON.stringify(env);
    const origin = `http://127.0.0.1:${new URL(world.url).port}`;
    const headers = { host: new URL(origin).host, origin, 'sec-fetch-site': 'same-origin' };
    assert.equal((await send(world, { headers })).status, 404, name);
    assert.doesNotMatch((await page(world)).text, /<button/, name);
  }
});

test('in production `/` links to the explorers when they are on, says nothing else, and is no path otherwise', async (t) => {
  const world = await firstWorld(t, { ...PRODUCTION_ENV, EXPLORER: 'on' });
  const { status, text } = await page(world);
  assert.equal(status, 200);
  assert.match(text, /href="\/admin\/graphql"/);
  assert.doesNotMatch(text, /<button|Version|http:|built/);
  const headers = { origin: originOf(world), 'sec-fetch-site': 'same-origin' };
  assert.equal((await send(world, { headers })).status, 404);
  const document = await send(world, { method: 'GET', path: '/read/README.md' });
  assert.equal(document.status, 404);

  const closed = await firstWorld(t, PRODUCTION_ENV);
  for (const accept of ['text/html', '*/*']) {
    const nothing = await page(closed, { accept });
    assert.equal(nothing.status, 404);
    assert.equal(nothing.headers['content-type'], 'application/json; charset=utf-8');
  }
  const explorer = await send(closed, {
    method: 'GET',
    path: '/web/graphql',
    headers: { accept: 'text/html' },
  });
  assert.equal(explorer.status, 405);
});

test('`/` shows pictures that people have posted, and whose they are', browserTest, async (t) => {
  const world = await firstWorld(t);
  // The list shows few posts of one author.
  for (const name of ['ada', 'ben', 'cleo', 'dan']) {
    const author = await world.user(name);
    const media = await uploaded(author, await smallPicture());
    await publish(author, 'By', { mediaIds: [media.id] });
  }
  await runCron(world, 'explore.rank');
  const { tab, violations } = await openTab(t);
  await tab.goto(originOf(world));
  const articles = tab.locator('#posts article');
  await articles.nth(3).waitFor();
  const shown = (await articles.allInnerTexts()).map((text) => text.split(/\s+/).join(' '));
  assert.deepEqual(shown.toSorted(), ['By ada', 'By ben', 'By cleo', 'By dan']);
  await until(
    () =>
      articles
        .first()
        .locator('img')
        .evaluate((image) => (image as HTMLImageElement).naturalWidth > 0),
    'the picture is there',
  );
  assert.deepEqual(violations, []);
});

test(
  'the button of `/` opens the explorer signed in, and no request leaves the origin',
  browserTest,
  async (t) => {
    const world = await firstWorld(t);
    const { tab, origins, violations } = await openTab(t);
    await tab.goto(originOf(world));
    await tab.getByRole('button', { name: 'Open as Nora' }).click();
    await tab.getByText('Signed in as nora').waitFor();
    await tab.getByRole('button', { name: /execute query/i }).click();
    await tab.getByText('"exploreFeed": {').waitFor();
    assert.deepEqual([...origins], [originOf(world)]);
    assert.deepEqual(violations, []);
  },
);
