import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { test } from 'node:test';
import { getNamedType, getNullableType, type GraphQLField, isInputObjectType, isListType } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { defaultLimits } from '#src/modules.ts';
import { allRows, columnsMentioning } from './support/all-rows.ts';
import { callMutation } from './support/call-mutation.ts';
import { earnAvailable } from './support/earnings.ts';
import { give } from './support/ledger.ts';
import { offer, purchase } from './support/purchases.ts';
import { beginSetup, saveCard } from './support/saved-cards.ts';
import { testWorld, type World } from './support/world.ts';

/** Passes the check of card numbers, and is none of the sandbox's. */
const CARD = '4000056655665556';

const IS_OF_MONEY = /coin|tip|payment|payout|adjust|purchase|sandbox|spending/i;
const schemas = buildSchemas(defaultLimits);

type Inputs = Readonly<Record<string, Readonly<Record<string, unknown>>>>;

const mutationsOf = (endpoint: 'client' | 'admin'): GraphQLField<unknown, unknown>[] =>
  Object.values(schemas[endpoint].getMutationType()?.getFields() ?? {}).filter(({ name }) =>
    IS_OF_MONEY.test(name),
  );

/** The inputs of a mutation that take text or an id. */
function textsOf({ args }: GraphQLField<unknown, unknown>): string[] {
  const type = args[0] && getNamedType(args[0].type);
  if (!isInputObjectType(type)) return [];
  return Object.values(type.getFields())
    .filter((field) => !isListType(getNullableType(field.type)))
    .filter((field) => ['String', 'ID'].includes(getNamedType(field.type).name))
    .map(({ name }) => name);
}

/** Inputs that succeed, without ids and texts that may be left out; the rest is refused for its id. */
async function scene(world: World) {
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin();
  await saveCard(ada);
  await give(world, ada, 500);
  await earnAvailable(world, ben, 500);
  const packageId = await offer(world);
  const { purchase: open } = await purchase(ada, packageId, { paymentMethodId: null });
  const { purchase: paid } = await purchase(ada, packageId);
  const { setup } = await beginSetup(ada);
  const target = { userId: ben.id };
  const [userId, reason] = [ada.id, 'A test.'];
  const client: Inputs = {
    purchaseCoins: { packageId, version: 1 },
    confirmCoinPurchase: { purchaseId: open.id },
    cancelCoinPurchase: {},
    confirmPaymentSetup: { setupId: setup.id },
    setDefaultPaymentMethod: {},
    removePaymentMethod: {},
    completeSandboxChallenge: { isPassed: true },
    sendTip: { target, amountCoins: 5 },
    undoTip: {},
  };
  const adjustment = await callMutation(admin, {
    ...{ name: 'adminAdjustCoins', payload: 'adjustment { id } errors { code }' },
    input: { userId, amountCoins: 5, reason, idempotencyKey: randomUUID() },
  });
  const payout = await callMutation(admin, {
    ...{ name: 'adminRecordPayout', payload: 'payout { id } errors { code }' },
    input: { userId: ben.id, amountCoins: 5, reference: 'SEPA 1', idempotencyKey: randomUUID() },
  });
  const admins: Inputs = {
    adminAdjustCoins: { userId, amountCoins: 5, reason },
    adminReverseAdjustment: { adjustmentId: adjustment.adjustment.id, reason },
    adminApproveAdjustment: {},
    adminRejectAdjustment: {},
    adminRecordPayout: { userId: ben.id, amountCoins: 5, reference: 'SEPA 2' },
    adminReversePayout: { payoutId: payout.payout.id, reason },
    adminCreateCoinPackage: { coins: 5, bonusCoins: 0, priceMinor: 500, currency: 'EUR' },
    adminUpdateCoinPackage: { packageId },
    adminArchiveCoinPackage: {},
    adminRefundPurchase: { purchaseId: paid.id, reason },
  };
  return [
    { endpoint: 'client', actor: ada, inputs: client },
    { endpoint: 'admin', actor: admin, inputs: admins },
  ] as const;
}

/** Texts that people write to other people, and keys that clients choose. No input that is for a card is among them. */
const WRITTEN = [
  'public.audit_entries.reason',
  'public.coin_adjustments.idempotency_key',
  'public.coin_adjustments.reason',
  'public.coin_payouts.reference',
  'public.coin_tips.message',
  'public.coin_transfers.idempotency_key',
  'public.idempotency_keys.key',
];

test('a card number in any text of a mutation of money is never logged, and stored only where people write freely', async (t) => {
  const lines: string[] = [];
  const log = createLogger({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
  const world = await testWorld(t, { log });
  let [sent, accepted] = [0, 0];
  for (const { endpoint, actor, inputs } of await scene(world)) {
    const mutations = mutationsOf(endpoint).filter((mutation) => textsOf(mutation).length > 0);
    assert.deepEqual(Object.keys(inputs).toSorted(), mutations.map(({ name }) => name).toSorted());
    for (const mutation of mutations) {
      const texts = textsOf(mutation);
      const key = texts.includes('idempotencyKey') && { idempotencyKey: randomUUID() };
      for (const text of texts) {
        const input = { ...inputs[mutation.name], ...key, [text]: CARD };
        const { name } = mutation;
        const errors: unknown[] = await callMutation(actor, { name, payload: 'errors { code }', input }).then(
          (answer) => answer.errors,
          (error: unknown) => [error],
        );
        sent += 1;
        if (errors.length === 0) accepted += 1;
      }
    }
  }
  assert.ok(sent > 20 && accepted > 5, `${sent} ${accepted}`);
  await world.runJobs();
  assert.deepEqual(
    lines.filter((line) => line.includes(CARD)),
    [],
  );
  assert.deepEqual(columnsMentioning(await allRows(world), [CARD]), WRITTEN);
});
