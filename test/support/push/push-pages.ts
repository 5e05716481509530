import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import type { TestContext } from 'node:test';
import type { BrowserContext, Page } from 'playwright-core';
import { listen } from '#test/support/transport/loopback-server.ts';
import type { Person } from '#test/support/world.ts';
import type { ReceivedPush } from './push-behaviour.ts';

/** Badges leave no trace on a page, so the worker tells them to its pages. */
const TELL_BADGES = `Object.defineProperty(navigator, 'setAppBadge', { value: async (badge) => {
  for (const page of await clients.matchAll({ includeUncontrolled: true })) page.postMessage(badge);
} });
`;

/** The worker of the guide for clients. */
async function guideWorker(): Promise<string> {
  const guide = await readFile('docs/guides/push.md', 'utf8');
  const [, code] = /```js\n\/\/ push\.js\n(.*?)```/s.exec(guide) ?? [];
  if (code === undefined) throw new Error('The guide has no worker.');
  return TELL_BADGES + code;
}

/** Serves a web app that consists of the worker and an empty page, at one origin with the API. @returns the origin */
export async function pushPages(t: TestContext, apiUrl: string): Promise<string> {
  const worker = await guideWorker();
  const server = createServer((request, response) => {
    void (async () => {
      if (request.url === '/push.js') {
        response.writeHead(200, { 'content-type': 'text/javascript' }).end(worker);
      } else if (request.method === 'POST') {
        const { authorization = '' } = request.headers;
        const headers = { authorization, 'content-type': 'application/json' };
        const answer = await fetch(apiUrl, { method: 'POST', headers, body: await text(request) });
        response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
      } else
        response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>App</title>');
    })().catch(() => response.destroy());
  });
  return `http://127.0.0.1:${await listen(t, server)}`;
}

type Answer = { readonly data: Readonly<Record<string, unknown>> };

/** Asks the API from within a page, as the app of the person. */
export const askFromPage = async (
  page: Page,
  { token }: Person,
  query: string,
  variables: object = {},
): Promise<Answer['data']> =>
  page.evaluate(
    async ([sent, authorization]) => {
      const headers = { authorization: `Bearer ${authorization}`, 'content-type': 'application/json' };
      const response = await fetch('/', { method: 'POST', headers, body: sent });
      // The API answers so.
      return ((await response.json()) as Answer).data;
    },
    [JSON.stringify({ query, variables }), token] as const,
  );

/**
 * Stands in for the browser's own push service, which is at its maker: pages subscribe to `subscription`, and a message of it is given
 * to the worker as the browser gives one that it has decrypted.
 */
export async function withPushService(context: BrowserContext, origin: string, subscription: string) {
  await context.grantPermissions(['notifications'], { origin });
  await context.addInitScript((token) => {
    PushManager.prototype.subscribe = async (options) => {
      const { applicationServerKey, userVisibleOnly } = options ?? {};
      // The page gives the key as text, and takes no more of a subscription than its JSON.
      const known = { ...(JSON.parse(token) as object), applicationServerKey, userVisibleOnly };
      return { toJSON: () => known } as unknown as PushSubscription;
    };
  }, subscription);
  const page = await context.newPage();
  await page.goto(origin);
  const devtools = await context.newCDPSession(page);
  const registered = new Promise<string>((resolve) => {
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations: [first] }) => {
      if (first) resolve(first.registrationId);
    });
  });
  await devtools.send('ServiceWorker.enable');
  return {
    page,
    async give({ id, title, body, data, details: { badge } }: ReceivedPush): Promise<void> {
      const shown = title === null ? {} : { title, body };
      const payload = { id, ...shown, data, ...(typeof badge === 'number' && { badge }) };
      const registrationId = await registered;
      await devtools.send('ServiceWorker.deliverPushMessage', {
        origin,
        registrationId,
        data: JSON.stringify(payload),
      });
    },
  };
}
