import assert from 'node:assert/strict';
import { sql } from 'kysely';
import { PaymentsError } from '#ports/payments.ts';
import { requestAnyDeletion } from '#test/support/people/accounts.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { give } from './ledger.ts';
import { confirmPurchase, purchase } from './purchases.ts';
import { send, undo } from './tips.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

type Tip = { readonly input: Readonly<Record<string, unknown>>; readonly id: string };
type Keyed = { readonly key: string; readonly id: string };

/** A user, the admin who acts in their turn, and all that they were told to have happened. */
export type Teller = {
  readonly index: number;
  readonly person: Person;
  readonly admin: Actor;
  readonly tips: Map<string, Tip>;
  readonly undone: Set<string>;
  readonly purchases: Keyed[];
  readonly adjustments: Keyed[];
  readonly payouts: Keyed[];
  readonly returned: Set<string>;
  readonly grants: string[];
  hasLeft: boolean;
};

export type MoneyTown = {
  readonly world: World;
  readonly tellers: readonly Teller[];
  /** A post of each teller. */
  readonly posts: readonly string[];
  readonly packageId: string;
  /** The provider's ids of refunds that the bank has not decided. */
  readonly refunds: string[];
  readonly disputes: string[];
  readonly done: Map<string, number>;
};

/** The numbers of a step are drawn before it, whatever the steps before have led to: the same seed chooses the same. */
export type Step = { readonly key: string; readonly numbers: readonly [number, number, number] };

/** @returns false when there was nothing to do it with, or it was refused */
export type Act = (town: MoneyTown, self: Teller, step: Step) => Promise<boolean>;

export const chosen = <Item>(items: readonly Item[], number: number): Item | undefined =>
  items[number % Math.max(items.length, 1)];

/** @throws AssertionError for an error that is none of the codes */
export function isDone({ errors }: Untyped, ...allowed: readonly string[]): boolean {
  const codes: string[] = errors.map(({ code, current }: { code: string; current?: string }) =>
    current ? `${code} ${current}` : code,
  );
  assert.deepEqual(
    codes.filter((code) => !allowed.includes(code)),
    [],
  );
  return codes.length === 0;
}

const POOR = ['INSUFFICIENT_COINS', 'NOT_FOUND'] as const;

/** Sends a tip and notes what was said; what a key was told once it is told for ever. */
async function tip({ person, tips }: Teller, input: Tip['input'] & { idempotencyKey: string }) {
  const answer = await send(person, input);
  if (!isDone(answer, ...POOR)) return false;
  const key = input.idempotencyKey;
  const first = tips.get(key);
  if (first) assert.equal(answer.tip.id, first.id, `${key} was told another tip`);
  tips.set(key, { input, id: answer.tip.id });
  return true;
}

/** The target of a step: another teller, or their post. */
function targetOf({ tellers, posts }: MoneyTown, { index }: Teller, number: number): object {
  const place = (index + 1 + (number % (tellers.length - 1))) % tellers.length;
  return number % 3 === 0 ? { postId: posts[place] } : { userId: tellers[place]?.person.id };
}

const TIPS: Readonly<Record<string, Act>> = {
  tip: (town, self, { key, numbers: [a, b, c] }) =>
    tip(self, {
      target: targetOf(town, self, a),
      amountCoins: 1 + (b % 90),
      idempotencyKey: key,
      ...(c % 3 === 1 && { isAnonymous: true }),
      ...(c % 3 === 2 && { message: 'Bravo' }),
    }),
  taps: async (town, self, { key, numbers: [a, b] }) => {
    const shared = { target: targetOf(town, self, a), amountCoins: 1 + (b % 9) };
    const taps = [1, 2, 3].map((tap) => tip(self, { ...shared, idempotencyKey: `${key}-${tap}` }));
    return (await Promise.all(taps)).every(Boolean);
  },
  oneKeyAtOnce: async (town, self, { key, numbers: [a, b] }) => {
    const input = { target: targetOf(town, self, a), amountCoins: 1 + (b % 40), idempotencyKey: key };
    return (await Promise.all([1, 2, 3, 4].map(() => tip(self, input)))).some(Boolean);
  },
  repeat: async (_town, self, { numbers: [a] }) => {
    const [key, known] = chosen([...self.tips], a) ?? [];
    if (key === undefined || !known) return false;
    const isRepeated = await tip(self, { ...known.input, idempotencyKey: key });
    assert.ok(isRepeated, `${key} was refused after it was acknowledged`);
    return true;
  },
  reuse: async ({ tellers }, self, { numbers: [a] }) => {
    const [key, known] = chosen([...self.tips], a) ?? [];
    if (key === undefined || !known || tellers.length === 0) return false;
    const other = { ...known.input, amountCoins: Number(known.input['amountCoins']) + 1 };
    const { tip: none, errors } = await send(self.person, other);
    assert.deepEqual([none, errors], [null, [{ code: 'IDEMPOTENCY_KEY_REUSED' }]]);
    return true;
  },
  undo: async (_town, self, { numbers: [a] }) => {
    const known = [...self.tips.values()].at(-1 - (a % 3));
    if (!known || !isDone(await undo(self.person, known.id), 'INVALID_STATE')) return false;
    self.undone.add(known.id);
    return true;
  },
};

/** Repeated often enough by the steps of one teller to be refused for an hour. */
const OFTEN = ['RATE_LIMITED', 'LIMIT_REACHED'] as const;

async function buy({ packageId }: MoneyTown, { person, purchases }: Teller, key: string): Promise<boolean> {
  const answer = await purchase(person, packageId, { key });
  if (!isDone(answer, ...OFTEN)) return false;
  const { id, state } = answer.purchase;
  assert.ok(['SUCCEEDED', 'PROCESSING'].includes(state), state);
  const first = purchases.find((known) => known.key === key);
  if (first) assert.equal(id, first.id);
  else purchases.push({ key, id });
  return true;
}

/** The provider's id of a payment. */
async function paymentOf({ world: { app } }: MoneyTown, purchaseId: string): Promise<string> {
  const { providerId } = await app.services.db
    .selectFrom('payments')
    .select('provider_id as providerId')
    .where('id', '=', uuidOf(purchaseId))
    .executeTakeFirstOrThrow();
  assert.ok(providerId);
  return providerId;
}

export async function unlessRefused(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return true;
  } catch (error) {
    assert.ok(error instanceof PaymentsError, String(error));
    return false;
  }
}

export const bankOf = ({ world }: MoneyTown) => {
  const { payments } = world.app.services.ports;
  assert.ok(payments.sandbox);
  return { payments, sandbox: payments.sandbox };
};

const PRICE_MINOR = 449;

const PURCHASES: Readonly<Record<string, Act>> = {
  buy: (town, self, { key }) => buy(town, self, key),
  buyOnceByMany: async (town, self, { key }) =>
    (await Promise.all([1, 2, 3].map(() => buy(town, self, key)))).some(Boolean),
  declined: async ({ packageId }, { person, purchases }, { key, numbers: [a] }) => {
    const begun = await purchase(person, packageId, { key, paymentMethodId: null });
    if (!isDone(begun, ...OFTEN)) return false;
    const { id } = begun.purchase;
    const providerMethodId = 'pm_card_chargeDeclinedInsufficientFunds';
    const refused = await confirmPurchase(person, id, { providerMethodId });
    if (!isDone(refused, 'PAYMENT_DECLINED', ...OFTEN) && a % 2 === 0) return true;
    const paid = await confirmPurchase(person, id, { providerMethodId: 'pm_card_mastercard' });
    if (isDone(paid, ...OFTEN)) purchases.push({ key, id });
    return true;
  },
  refund: async (town, { purchases }, { key, numbers: [a, b] }) => {
    const bought = chosen(purchases, a);
    if (!bought) return false;
    const paymentId = await paymentOf(town, bought.id);
    const amountMinor = b % 3 === 0 ? PRICE_MINOR : 1 + (b % 200);
    const refund = { paymentId, amountMinor, currency: 'EUR', reason: 'REQUESTED_BY_CUSTOMER' } as const;
    return unlessRefused(
      bankOf(town)
        .payments.refundPayment({ ...refund, reference: key, idempotencyKey: key })
        .then(({ id }) => town.refunds.push(id)),
    );
  },
  dispute: async (town, { purchases }, { numbers: [a, b, c] }) => {
    const bought = chosen(purchases, a);
    if (!bought) return false;
    const dispute = { amountMinor: b % 2 === 0 ? PRICE_MINOR : 300 + (b % 400), isInquiry: c % 4 === 0 };
    const opened = bankOf(town).sandbox.openDispute({
      paymentId: await paymentOf(town, bought.id),
      ...dispute,
    });
    return unlessRefused(opened.then((id) => town.disputes.push(id)));
  },
  decide: async (town, _self, { numbers: [a, b] }) => {
    const disputeId = chosen(town.disputes, a);
    if (disputeId === undefined) return false;
    return unlessRefused(bankOf(town).sandbox.decideDispute({ disputeId, isWon: b % 2 === 0 }));
  },
  settleRefund: async (town, _self, { numbers: [a] }) => {
    const refundId = chosen(town.refunds, a);
    return refundId !== undefined && unlessRefused(bankOf(town).sandbox.settleRefund(refundId));
  },
};

const PERSON_OF = ({ tellers }: MoneyTown, number: number): Person => {
  const { person } = chosen(tellers, number) ?? assert.fail('the town is empty');
  return person;
};

const ADMINS: Readonly<Record<string, Act>> = {
  grant: async ({ world }, { person, grants, hasLeft }, { key, numbers: [a, b] }) => {
    if (hasLeft) return false;
    const expiresAt = new Date(world.clock.now().getTime() + (a % 60_000));
    await give(world, person, 1 + (b % 300), { key, ...(a % 4 > 0 && { expiresAt }) });
    grants.push(key);
    return true;
  },
  adjust: async (town, { admin, adjustments }, { key, numbers: [a, b] }) => {
    const amountCoins = b % 3 === 0 ? -1 - (b % 200) : 1 + (b % 300);
    const answer = await callMutation(admin, {
      name: 'adminAdjustCoins',
      payload: 'adjustment { id } errors { code }',
      input: { userId: PERSON_OF(town, a).id, amountCoins, reason: 'Chance.', idempotencyKey: key },
    });
    if (!isDone(answer, ...POOR)) return false;
    adjustments.push({ key, id: answer.adjustment.id });
    return true;
  },
  reverseAdjustment: async (_town, { admin, adjustments }, { key, numbers: [a] }) => {
    const known = chosen(adjustments, a);
    if (!known) return false;
    const answer = await callMutation(admin, {
      name: 'adminReverseAdjustment',
      payload: 'adjustment { id } errors { code }',
      input: { adjustmentId: known.id, reason: 'Chance.', idempotencyKey: key },
    });
    if (!isDone(answer, ...POOR, 'INVALID_STATE')) return false;
    adjustments.push({ key, id: answer.adjustment.id });
    return true;
  },
  payOut: async (town, { admin, payouts }, { key, numbers: [a, b] }) => {
    const input = { userId: PERSON_OF(town, a).id, amountCoins: 1 + (b % 40), reference: key };
    const answers = await Promise.all(
      [1, 2].map(() =>
        callMutation(admin, {
          name: 'adminRecordPayout',
          payload: 'payout { id } errors { code ... on StateError { current } }',
          input: { ...input, idempotencyKey: key },
        }),
      ),
    );
    // Payouts wait while coins that were earned are in dispute.
    const allowed = [...POOR, 'INVALID_STATE DISPUTED'];
    const ids = answers.flatMap((answer) => (isDone(answer, ...allowed) ? [answer.payout.id as string] : []));
    const [id] = ids;
    if (id === undefined) return false;
    assert.deepEqual(new Set(ids), new Set([id]));
    payouts.push({ key, id });
    return true;
  },
  returnPayout: async (_town, { admin, payouts, returned }, { numbers: [a] }) => {
    const known = chosen(payouts, a);
    if (!known) return false;
    const input = { payoutId: known.id, reason: 'It came back.' };
    isDone(await callMutation(admin, { name: 'adminReversePayout', payload: 'errors { code }', input }));
    returned.add(known.id);
    return true;
  },
};

/** All that a teller does, by its name. */
export const MONEY_ACTS = { ...TIPS, ...PURCHASES, ...ADMINS };

/** Makes a teller leave in the middle of all: their account is due at once, and the next job erases it. */
export async function leave({ world }: MoneyTown, teller: Teller): Promise<void> {
  const { app, clock } = world;
  teller.hasLeft = true;
  await requestAnyDeletion(world, teller.person);
  await app.services.transaction((tx) =>
    sql`update users set deletion_due_at = ${clock.now()} where id = ${uuidOf(teller.person.id)}`.execute(tx),
  );
}
