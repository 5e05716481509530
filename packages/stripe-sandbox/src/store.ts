import { randomBytes } from 'node:crypto';
import type { PoolClient } from 'pg';
import type { Stripe } from 'stripe';

export type SandboxObjects = {
  customer: Stripe.Customer;
  payment_method: Stripe.PaymentMethod;
  setup_intent: Stripe.SetupIntent;
  payment_intent: Stripe.PaymentIntent;
  charge: Stripe.Charge;
  refund: Stripe.Refund;
  dispute: Stripe.Dispute;
  balance_transaction: Stripe.BalanceTransaction;
};
type Kind = keyof SandboxObjects;

/** The objects of the sandbox, within the transaction of one request. */
export type SandboxStore = {
  /** Seconds since 1970. */
  readonly now: number;
  newId(prefix: string): string;
  /** Locks it until the request is answered. */
  find<K extends Kind>(kind: K, id: string): Promise<SandboxObjects[K] | null>;
  save<K extends Kind>(kind: K, object: SandboxObjects[K], testCard?: string): Promise<void>;
  /** How the card of a payment method behaves. */
  testCardOf(methodId: string): Promise<string | null>;
  methodsOf(customerId: string): Promise<readonly Stripe.PaymentMethod[]>;
  /** Newest first. */
  paymentIntentsOf(customerId: string, limit: number): Promise<readonly Stripe.PaymentIntent[]>;
  /** Newest first. */
  takeBacksOf<K extends 'refund' | 'dispute'>(
    kind: K,
    paymentIntentId: string,
    limit: number,
  ): Promise<readonly SandboxObjects[K][]>;
  remove(id: string): Promise<void>;
  emit(type: Stripe.Event.Type, object: object): Promise<void>;
  /** Newest first, of those types, since a time in seconds, and only those before a sequence number. */
  events(page: {
    types: readonly string[];
    since: number;
    beforeSeq: number | null;
    limit: number;
  }): Promise<readonly object[]>;
  /** Null when there is no such event. */
  seqOfEvent(id: string): Promise<number | null>;
};

const ID_BYTES = 12;

export function createStore(client: PoolClient, at: Date): SandboxStore {
  const now = Math.floor(at.getTime() / 1_000);
  const newId = (prefix: string): string => `${prefix}_${randomBytes(ID_BYTES).toString('hex')}`;
  const bodies = async <Body>(text: string, values: unknown[]): Promise<Body[]> =>
    (await client.query<{ body: Body }>(text, values)).rows.map(({ body }) => body);
  return {
    now,
    newId,
    async find<K extends Kind>(kind: K, id: string) {
      const text = 'select body from payment_sandbox.objects where id = $1 and kind = $2 for update';
      return (await bodies<SandboxObjects[K]>(text, [id, kind]))[0] ?? null;
    },
    async save(kind, object, testCard) {
      const customer = 'customer' in object && typeof object.customer === 'string' ? object.customer : null;
      await client.query(
        `insert into payment_sandbox.objects as o (id, kind, customer_id, test_card, body) values ($1, $2, $3, $4, $5)
         on conflict (id) do update set customer_id = excluded.customer_id, body = excluded.body`,
        [object.id, kind, customer, testCard ?? null, JSON.stringify(object)],
      );
    },
    async testCardOf(methodId) {
      const text = 'select to_jsonb(test_card) as body from payment_sandbox.objects where id = $1';
      return (await bodies<string | null>(text, [methodId]))[0] ?? null;
    },
    methodsOf: (customerId) =>
      bodies(
        `select body from payment_sandbox.objects where customer_id = $1 and kind = 'payment_method' order by seq for update`,
        [customerId],
      ),
    paymentIntentsOf: (customerId, limit) =>
      bodies(
        `select body from payment_sandbox.objects where customer_id = $1 and kind = 'payment_intent' order by seq desc limit $2`,
        [customerId, limit],
      ),
    takeBacksOf: (kind, paymentIntentId, limit) =>
      bodies(
        `select body from payment_sandbox.objects
         where kind = $1 and kind in ('refund', 'dispute') and body ->> 'payment_intent' = $2 order by seq desc limit $3`,
        [kind, paymentIntentId, limit],
      ),
    async remove(id) {
      await client.query('delete from payment_sandbox.objects where id = $1', [id]);
    },
    async emit(type, object) {
      const id = newId('evt');
      const event = { id, object: 'event', type, created: now, livemode: false, data: { object } };
      await client.query(
        'insert into payment_sandbox.events (id, type, body, created_at) values ($1, $2, $3, $4)',
        [id, type, JSON.stringify(event), at],
      );
    },
    events: ({ types, since, beforeSeq, limit }) =>
      bodies(
        `select body from payment_sandbox.events
         where (cardinality($1::text[]) = 0 or type = any($1)) and ($2::bigint is null or seq < $2)
           and created_at >= to_timestamp($3)
         order by seq desc limit $4`,
        [types, beforeSeq, since, limit],
      ),
    async seqOfEvent(id) {
      const text = 'select to_jsonb(seq) as body from payment_sandbox.events where id = $1';
      return (await bodies<number>(text, [id]))[0] ?? null;
    },
  };
}
