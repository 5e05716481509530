import { createHash, randomUUID } from 'node:crypto';
import { Pool, type PoolClient } from 'pg';
import { decideDispute, listDisputes, type NewDispute, openDispute } from './disputes.ts';
import { createCustomer, deleteCustomer } from './customers.ts';
import { idempotencyMismatch, noSuchUrl, SandboxRefusal } from './errors.ts';
import { listEvents } from './events.ts';
import { paramsOf, type SandboxRequest } from './requests.ts';
import {
  cancelPaymentIntent,
  completePaymentChallenge,
  confirmPaymentIntent,
  createPaymentIntent,
  listPaymentIntents,
  retrievePaymentIntent,
} from './payment-intents.ts';
import { createRefund, listRefunds, retrieveCharge, retrieveRefund, settleRefund } from './refunds.ts';
import { attachMethod, detachMethod, retrieveMethod } from './payment-methods.ts';
import {
  cancelSetupIntent,
  completeSetupChallenge,
  confirmSetupIntent,
  createSetupIntent,
  retrieveSetupIntent,
} from './setup-intents.ts';
import { createStore, type SandboxStore } from './store.ts';

const POOL_CONNECTIONS = 2;
const CONNECT_TIMEOUT_MS = 5_000;
const STATEMENT_TIMEOUT_MS = 5_000;
/** Time after which a connection counts as dead, whose server would have ended the statement. */
const SILENCE_TIMEOUT_MS = 6_000;
const KEYS_KEPT_MS = 24 * 60 * 60_000;

type Route = (request: SandboxRequest) => Promise<object>;

/** The part of Stripe's API that is answered; `:id` is one segment of a path. */
const ROUTES: Readonly<Record<string, Route>> = {
  'POST /v1/customers': createCustomer,
  'DELETE /v1/customers/:id': deleteCustomer,
  'GET /v1/payment_methods/:id': retrieveMethod,
  'POST /v1/payment_methods/:id/attach': attachMethod,
  'POST /v1/payment_methods/:id/detach': detachMethod,
  'POST /v1/setup_intents': createSetupIntent,
  'GET /v1/setup_intents/:id': retrieveSetupIntent,
  'POST /v1/setup_intents/:id/confirm': confirmSetupIntent,
  'POST /v1/setup_intents/:id/cancel': cancelSetupIntent,
  'POST /v1/payment_intents': createPaymentIntent,
  'GET /v1/payment_intents': listPaymentIntents,
  'GET /v1/payment_intents/:id': retrievePaymentIntent,
  'POST /v1/payment_intents/:id/confirm': confirmPaymentIntent,
  'POST /v1/payment_intents/:id/cancel': cancelPaymentIntent,
  'GET /v1/charges/:id': retrieveCharge,
  'POST /v1/refunds': createRefund,
  'GET /v1/refunds': listRefunds,
  'GET /v1/refunds/:id': retrieveRefund,
  'GET /v1/disputes': listDisputes,
  'GET /v1/events': listEvents,
};

type SandboxOptions = { readonly connectionString: string; readonly clock: { now(): Date } };

/** Stands in for Stripe's servers, for banks, and for the page of a bank on which a cardholder proves who they are. */
export type StripeSandbox = {
  /** Answers the SDK. */
  readonly fetch: typeof fetch;
  /** @param challenge.id that of the intent. @throws SandboxStateError when it waits for none */
  completeChallenge(challenge: { id: string; isPassed: boolean }): Promise<void>;
  /** The cardholder disputes a payment. @returns the id of the dispute @throws SandboxStateError for a payment without a charge */
  openDispute(dispute: NewDispute): Promise<string>;
  /** The bank decides a dispute, or ends an inquiry. @throws SandboxStateError when it has been decided */
  decideDispute(decision: { disputeId: string; isWon: boolean }): Promise<void>;
  /** The bank takes a refund, or sends it back. @throws SandboxStateError when it is decided or the card takes refunds at once */
  settleRefund(refundId: string): Promise<void>;
  /** Deletes a batch of the oldest events before a time. @returns how many */
  deleteOldEvents(page: { before: Date; limit: number }): Promise<number>;
  close(): Promise<void>;
};

/** An act of a bank or a cardholder for which there is nothing to decide. */
export class SandboxStateError extends Error {
  override readonly name = 'SandboxStateError';
}

/** Answers Stripe's SDK in the process, from tables of its own. */
export function createStripeSandbox({ connectionString, clock }: SandboxOptions): StripeSandbox {
  const pool = new Pool({
    connectionString,
    application_name: 'plaza-payments',
    max: POOL_CONNECTIONS,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    statement_timeout: STATEMENT_TIMEOUT_MS,
    query_timeout: SILENCE_TIMEOUT_MS,
  });
  // A broken connection is replaced at its next use. Without `error` listeners it would end the process, idle or in use.
  pool.on('error', () => {});
  pool.on('connect', (client) => client.on('error', () => {}));
  return {
    async fetch(input, init) {
      const asked = questionOf(new URL(input instanceof Request ? input.url : input), init);
      return responseOf(await inTransaction(pool, (client) => answer(client, asked, clock.now())));
    },
    ...banksOf((work) => inTransaction(pool, (client) => work(createStore(client, clock.now()), client))),
    close: () => pool.end(),
  };
}

type AtBank = <Result>(work: (store: SandboxStore, client: PoolClient) => Promise<Result>) => Promise<Result>;

function banksOf(act: AtBank): Omit<StripeSandbox, 'fetch' | 'close'> {
  return {
    async completeChallenge(challenge) {
      const isCompleted = await act(
        async (store) =>
          (await completeSetupChallenge(store, challenge)) || completePaymentChallenge(store, challenge),
      );
      if (!isCompleted) throw new SandboxStateError('The intent waits for no challenge.');
    },
    async openDispute(dispute) {
      const id = await act((store) => openDispute(store, dispute));
      if (id === null) throw new SandboxStateError('The payment has no charge to dispute.');
      return id;
    },
    async decideDispute(decision) {
      const isDecided = await act((store) => decideDispute(store, decision));
      if (!isDecided) throw new SandboxStateError('The dispute waits for no decision.');
    },
    async settleRefund(refundId) {
      const isSettled = await act((store) => settleRefund(store, refundId));
      if (!isSettled) throw new SandboxStateError('The refund waits for no bank.');
    },
    deleteOldEvents: ({ before, limit }) =>
      act(async (_store, client) => {
        const { rowCount } = await client.query(
          `delete from payment_sandbox.events e
           using (select seq, created_at from payment_sandbox.events order by seq limit $2) oldest
           where e.seq = oldest.seq and oldest.created_at < $1`,
          [before, limit],
        );
        return rowCount ?? 0;
      }),
  };
}

type Question = {
  readonly method: string;
  readonly url: URL;
  readonly body: string;
  readonly idempotencyKey: string | null;
};

function questionOf(url: URL, init: RequestInit | undefined): Question {
  const body = typeof init?.body === 'string' ? init.body : '';
  const idempotencyKey = new Headers(init?.headers).get('idempotency-key');
  return { method: init?.method ?? 'GET', url, body, idempotencyKey };
}

type Answer = { readonly status: number; readonly body: object };

const responseOf = ({ status, body }: Answer): Response =>
  new Response(JSON.stringify(body), {
    status,
    headers: { 'content-type': 'application/json', 'request-id': `req_${randomUUID()}` },
  });

async function inTransaction<Result>(
  pool: Pool,
  work: (client: PoolClient) => Promise<Result>,
): Promise<Result> {
  const client = await pool.connect();
  try {
    await client.query('begin');
    const result = await work(client);
    await client.query('commit');
    client.release();
    return result;
  } catch (error) {
    // A connection in a failed transaction is not used again.
    client.release(true);
    throw error;
  }
}

/** A repetition of a key waits for the first request and gets its answer. */
async function answer(client: PoolClient, question: Question, now: Date): Promise<Answer> {
  const { idempotencyKey: key, method, url, body } = question;
  if (key === null || method !== 'POST') return execute(client, question, now);
  const hash = createHash('sha256').update(`${method} ${url.pathname} ${body}`).digest('hex');
  await client.query('delete from payment_sandbox.idempotency_keys where created_at < $1', [
    new Date(now.getTime() - KEYS_KEPT_MS),
  ]);
  const { rowCount } = await client.query(
    `insert into payment_sandbox.idempotency_keys (key, request_hash, status, body, created_at)
     values ($1, $2, 0, '{}', $3) on conflict (key) do nothing`,
    [key, hash, now],
  );
  if (rowCount === 0) return firstAnswer(client, key, hash);
  const given = await execute(client, question, now);
  // As at Stripe: of a request that was refused before it began nothing is kept.
  if (given.status === OK || given.status === PAYMENT_REQUIRED)
    await client.query('update payment_sandbox.idempotency_keys set status = $2, body = $3 where key = $1', [
      key,
      given.status,
      JSON.stringify(given.body),
    ]);
  else await client.query('delete from payment_sandbox.idempotency_keys where key = $1', [key]);
  return given;
}

const OK = 200;
const PAYMENT_REQUIRED = 402;

async function firstAnswer(client: PoolClient, key: string, hash: string): Promise<Answer> {
  const { rows } = await client.query<Answer & { request_hash: string }>(
    'select request_hash, status, body from payment_sandbox.idempotency_keys where key = $1',
    [key],
  );
  const [first] = rows;
  if (!first || first.request_hash !== hash) return refusalAnswer(idempotencyMismatch());
  return first;
}

async function execute(client: PoolClient, { method, url, body }: Question, now: Date): Promise<Answer> {
  try {
    const found = routeOf(method, url.pathname);
    if (!found) throw noSuchUrl(method, url.pathname);
    const params = paramsOf(`${url.searchParams.toString()}&${body}`);
    const done = await found.route({ id: found.id, params, store: createStore(client, now) });
    return { status: OK, body: done };
  } catch (error) {
    if (!(error instanceof SandboxRefusal)) throw error;
    return refusalAnswer(error);
  }
}

const refusalAnswer = ({ status, error }: SandboxRefusal): Answer => ({ status, body: { error } });

function routeOf(method: string, path: string): { route: Route; id: string } | null {
  const segments = path.split('/');
  const [, , , id = ''] = segments;
  const pattern = id === '' ? path : segments.with(3, ':id').join('/');
  const route = ROUTES[`${method} ${pattern}`];
  return route ? { route, id } : null;
}
