import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { stripTypeScriptTypes } from 'node:module';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { type Browser, chromium, type Page } from 'playwright-core';
import type { CallServerPort } from '#ports/call-server.ts';

const CHROMIUM = '/usr/bin/chromium';

/** For `skip` of a test; false where there is a browser. */
export const WITHOUT_CHROMIUM = existsSync(CHROMIUM)
  ? false
  : `SKIPPED: there is no ${CHROMIUM} on this machine`;

/** A browser with cameras and microphones that are not real; each tab is a person. */
export function openBrowser(): Promise<Browser> {
  return chromium.launch({
    executablePath: CHROMIUM,
    args: [
      '--no-sandbox',
      '--use-fake-device-for-media-stream=fps=20,device-count=3',
      '--use-fake-ui-for-media-stream',
      // Tabs in the background would send and show fewer pictures.
      '--disable-background-timer-throttling',
      '--disable-backgrounding-occluded-windows',
      '--disable-renderer-backgrounding',
      '--autoplay-policy=no-user-gesture-required',
    ],
  });
}

/** Takes what pages ask to the call server, or to the API. */
export type PageServer = Pick<CallServerPort, 'connect'> & {
  /** Called when a page goes away. */
  readonly leave?: (who: { room: string; identity: string }) => Promise<unknown>;
};

/** Serves a page that joins calls by the helper of the client package, and takes its offers to the call server. */
export async function callPages(t: TestContext, callServer: () => PageServer) {
  const helper = stripTypeScriptTypes(await readFile('client/src/calls.ts', 'utf8'));
  const script = stripTypeScriptTypes(await readFile('test/support/calls/page-script.ts', 'utf8'));
  /** Changes answers on their way to the page. */
  let changed = async (answer: string): Promise<string> => answer;
  const left: string[] = [];
  const server = createServer((request, response) => {
    void (async () => {
      const url = new URL(request.url ?? '/', 'http://127.0.0.1');
      const [room = '', identity = ''] = [url.searchParams.get('room'), url.searchParams.get('identity')].map(
        (value) => value ?? '',
      );
      if (url.pathname === '/connect') {
        const chunks: Buffer[] = [];
        for await (const chunk of request) chunks.push(chunk as Buffer);
        const sdp = Buffer.concat(chunks).toString();
        const answer = await callServer().connect?.({ room, identity, sdp });
        response.end(await changed(answer?.sdp ?? ''));
      } else if (url.pathname === '/leave') {
        left.push(identity);
        await callServer().leave?.({ room, identity });
        response.end();
      } else if (url.pathname.endsWith('.js')) {
        response.setHeader('content-type', 'text/javascript');
        response.end(url.pathname === '/calls.js' ? helper : script);
      } else {
        response.setHeader('content-type', 'text/html');
        response.end('<!doctype html><body><script type="module" src="/page.js"></script></body>');
      }
    })().catch((error: unknown) => response.writeHead(500).end(String(error)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return {
    left,
    changeAnswers: (change: typeof changed) => void (changed = change),
    async open(browser: Browser, room: string, identity: string): Promise<Person> {
      const context = await browser.newContext();
      t.after(() => context.close());
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${port}/?room=${room}&identity=${identity}`);
      await page.waitForFunction('window.call !== undefined');
      return personIn(page);
    },
  };
}

export type Shown = {
  /** Pictures that the browser has decoded for a line since it was opened. */
  readonly frames: number;
  readonly packets: number;
};

/** A person in a tab. */
export type Person = {
  readonly page: Page;
  join(options: {
    slots: number;
    camera?: boolean;
    canSpeak?: boolean;
    iceServers?: object[];
  }): Promise<void>;
  change(change: {
    canSpeak?: boolean;
    isSending?: boolean;
    isSharing?: boolean;
    speakers?: number;
  }): Promise<void>;
  reconnect(): Promise<void>;
  /** Sound and picture of a slot, or of the shared screen. */
  shown(slot: number | 'screen', kind?: 'audio' | 'video'): Promise<Shown>;
  /** Pictures that the camera has given to the encoder and that were sent. */
  sent(): Promise<{ frames: number; packets: number; width: number }>;
  /** Milliseconds from the offer to the first picture in a slot; null before it. */
  firstFrameMs(slot: number): Promise<number | null>;
  /** The same person in another tab. */
  in(page: Page): Person;
};

function personIn(page: Page): Person {
  const run = <Result>(name: string, ...given: unknown[]): Promise<Result> =>
    page.evaluate(`window.call.${name}(...${JSON.stringify(given)})`);
  return {
    page,
    join: (options) => run('join', options),
    change: (change) => run('change', change),
    reconnect: () => run('reconnect'),
    shown: (slot, kind = 'video') => run('shown', slot, kind),
    sent: () => run('sent'),
    firstFrameMs: (slot) => run('firstFrameMs', slot),
    in: personIn,
  };
}
