import assert from 'node:assert/strict';
import { randomInt } from 'node:crypto';
import { createClient } from 'graphql-ws';
import { WebSocket } from 'ws';
import { postJson } from '#test/support/transport/post-json.ts';
import { whenBusy } from '#test/support/when-busy.ts';

export type Variables = Readonly<Record<string, unknown>>;

export type GraphqlError = {
  readonly message: string;
  readonly path?: readonly (string | number)[];
  readonly extensions: { readonly code: string; readonly [detail: string]: unknown };
};

/** An answer: `data` has the shape of the document, so tests read it untyped. */
/** An answer has the shape of the test's own document, which no type here can know. */
// eslint-disable-next-line @typescript-eslint/no-explicit-any -- see above
export type Untyped = any;

export type Answer = {
  readonly status: number;
  readonly data: Untyped;
  readonly errors?: readonly GraphqlError[];
  readonly extensions?: Untyped;
};

export type Subscription = {
  /** The next event, within a few seconds. */
  next(): Promise<Answer>;
  /** Asserts that no event arrives for a short while. */
  nothing(): Promise<void>;
  close(): void;
};

/** A caller of the API: over real HTTP and real sockets, from an IP address of its own. */
export type Actor = {
  readonly ip: string;
  token: string | null;
  /** Sends an operation; the answer may contain errors. */
  ask(document: string, variables?: Variables, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  /** Sends an operation that must succeed, payload errors included. @returns its data */
  do(document: string, variables?: Variables): Promise<Untyped>;
  /** Sends files by the multipart request specification; `places` maps each file to its variable. */
  upload(document: string, variables: Variables, files: Readonly<Record<string, Blob>>): Promise<Answer>;
  /** Opens a socket of its own and subscribes; resolves when the server has the subscription. */
  subscribe(document: string, variables?: Variables): Promise<Subscription>;
};

const EVENT_TIMEOUT_MS = 5_000;
/**
 * Many more than the statements of any subscription before it is registered, also under load: the first one on a connection is
 * planned there, which may take as long as several of these on another connection.
 */
const CONFIRMATIONS = 20;
const SILENCE_MS = 250;

export function createActor(
  url: string,
  options: { token: string | null; onEnd: (end: () => unknown) => void },
): Actor {
  const actor: Actor = {
    ip: `10.${randomInt(256)}.${randomInt(256)}.${randomInt(256)}`,
    token: options.token,

    async ask(document, variables = {}, headers = {}) {
      const { status, answer } = await postJson(url, {
        headers: { ...baseHeaders(actor), 'content-type': 'application/json', ...headers },
        body: JSON.stringify({ query: document, variables }),
      });
      return toAnswer(status, answer);
    },

    async do(document, variables = {}) {
      const answer = await actor.ask(document, variables);
      assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
      for (const payload of Object.values<{ errors?: unknown[] } | null>(answer.data)) {
        if (payload && 'errors' in payload)
          assert.deepEqual(payload.errors, [], JSON.stringify(payload.errors));
      }
      return answer.data;
    },

    async upload(document, variables, files) {
      const form = new FormData();
      const names = Object.keys(files);
      form.set('operations', JSON.stringify({ query: document, variables }));
      form.set(
        'map',
        JSON.stringify(Object.fromEntries(names.map((place, index) => [index, [`variables.${place}`]]))),
      );
      names.forEach((place, index) => {
        const file = files[place]!; // a name of this very object
        form.set(String(index), file, file instanceof File ? file.name : `${place}.bin`);
      });
      return answerOf(await fetch(url, { method: 'POST', headers: baseHeaders(actor), body: form }));
    },

    subscribe: (document, variables = {}) => openSubscription(url, actor, document, variables, options.onEnd),
  };
  return actor;
}

const baseHeaders = (actor: Actor): Record<string, string> => ({
  authorization: actor.token === null ? '' : `Bearer ${actor.token}`,
  'x-forwarded-for': actor.ip,
});

async function answerOf(response: Response): Promise<Answer> {
  return toAnswer(response.status, await response.json());
}

/** Every answer of the API is JSON; anything else has failed while parsing. */
const toAnswer = (status: number, answer: unknown): Answer => ({
  ...(answer as Omit<Answer, 'status'>),
  status,
});

async function openSubscription(
  url: string,
  actor: Actor,
  document: string,
  variables: Variables,
  onEnd: (end: () => unknown) => void,
): Promise<Subscription> {
  const client = createClient({
    url: url.replace('http', 'ws'),
    webSocketImpl: WebSocket,
    connectionParams: { authorization: `Bearer ${actor.token ?? ''}` },
    retryAttempts: 0,
  });
  onEnd(() => client.dispose());
  const events = client.iterate({ query: document, variables });
  let pending = events.next();
  // The server starts the messages of one socket in order. These queries use the database like the checks of
  // a subscription, but sequentially, so when the last one is answered the subscription is registered.
  for (let round = 0; round < CONFIRMATIONS; round += 1) {
    await Promise.race([pending.then(() => undefined), client.iterate({ query: '{ me { id } }' }).next()]);
  }
  return {
    async next() {
      const result = await within(pending, whenBusy(EVENT_TIMEOUT_MS, 1));
      pending = events.next();
      // graphql-ws gives the same results as HTTP.
      return { status: 200, ...(result.value as Omit<Answer, 'status'>) };
    },
    async nothing() {
      const came = await Promise.race([pending.then(() => true), delay(SILENCE_MS).then(() => false)]);
      assert.equal(came, false, 'an event came that should not have');
    },
    close: () => void client.dispose(),
  };
}

const delay = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms));

async function within<Result>(work: Promise<Result>, timeoutMs: number): Promise<Result> {
  const late = delay(timeoutMs).then(() => {
    throw new Error(`nothing came within ${timeoutMs} ms`);
  });
  return Promise.race([work, late]);
}
