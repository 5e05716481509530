import assert from 'node:assert/strict';
import { test } from 'node:test';
import { closeDays, midnightOf } from '../../test/support/insight/dashboard.ts';
import { buyer } from '../../test/support/money/refunds.ts';
import { ADMIN_PASSWORD, ownAddress, ownAdminId } from '../../test/support/people/admin-factors.ts';
import { publishText, report } from '../../test/support/trust/reports.ts';
import { testWorld, type World } from '../../test/support/world.ts';
import { type AdminClient, AdminError, createAdminClient, requireDone } from '../src/admin/admin.ts';
import {
  AdminCaseDocument,
  AdminCasesDocument,
  AdminClaimNextCaseDocument,
  AdminCoinPurchasesDocument,
  AdminDashboardDocument,
  AdminDecideCaseDocument,
  AdminPaymentDocument,
  AdminPaymentsDocument,
  AdminPoliciesDocument,
  AdminQueuesDocument,
  AdminRefundPurchaseDocument,
} from '../src/generated/admin.ts';

test('an admin sees a case in the queues, claims and decides it, and a slower one is refused', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const postId = await publishText(ada, 'Buy my followers');
  await report(ben, { postId });
  const { client, adminId } = await clientOfOwner(world);
  const { adminGetQueues } = await client.ask(AdminQueuesDocument, {});
  assert.deepEqual([adminGetQueues?.openCaseCount, adminGetQueues?.failedScanCount], [1, 0]);

  const { adminGetCases } = await client.ask(AdminCasesDocument, { first: 10, queue: 'GENERAL' });
  const [row] = adminGetCases?.nodes ?? [];
  assert.deepEqual(
    [adminGetCases?.nodes.length, row?.subjectKind, row?.subjectId, row?.owner?.username, row?.assigneeId],
    [1, 'POST', postId, 'ada', null],
  );
  const { adminClaimNextCase } = await client.ask(AdminClaimNextCaseDocument, {
    input: { queue: 'GENERAL' },
  });
  const claimed = requireDone(adminClaimNextCase).case;
  assert.deepEqual([claimed?.id, claimed?.assigneeId], [row?.id, adminId]);

  const id = claimed?.id ?? '';
  const read = async () => {
    const { adminGetNode, adminGetReports } = await client.ask(AdminCaseDocument, { id });
    assert.ok(adminGetNode && 'queue' in adminGetNode);
    return { found: adminGetNode, reports: adminGetReports?.nodes ?? [] };
  };
  const { found, reports } = await read();
  assert.deepEqual(
    [found.post?.text, found.snapshots?.[0]?.content.text, reports.map(({ reason }) => reason)],
    ['Buy my followers', 'Buy my followers', ['SPAM']],
  );
  const { adminGetPolicies } = await client.ask(AdminPoliciesDocument, {});
  const policy = adminGetPolicies?.find(({ title }) => title === 'Spam and fraud');
  const input = {
    caseId: id,
    expectedVersion: found.version,
    actions: ['REMOVE' as const],
    policyId: policy?.id,
    ground: policy?.ground,
    facts: 'The post sells followers.',
    explanation: 'Followers are not for sale.',
  };
  const { adminDecideCase } = await client.ask(AdminDecideCaseDocument, { input });
  const { decision } = requireDone(adminDecideCase);
  assert.deepEqual(
    [decision?.actions, decision?.policyTitle, decision?.decidedById],
    [['REMOVE'], 'Spam and fraud', adminId],
  );
  const { found: closed } = await read();
  assert.deepEqual(
    [closed.state, closed.post?.moderationState, closed.decisions],
    ['CLOSED', 'REMOVED', [decision]],
  );

  const { client: slower } = await clientOfOwner(world);
  const late = await slower.ask(AdminDecideCaseDocument, { input });
  assert.throws(
    () => requireDone(late.adminDecideCase),
    (error) => error instanceof AdminError && error.code === 'CONFLICT',
  );
});

test('an admin finds a payment by its user, refunds a part of it, and the dashboard counts the money of the day', async (t) => {
  const world = await testWorld(t);
  // All of it happens on one day.
  world.clock.freeze();
  await closeDays(world);
  const { person, purchaseId } = await buyer(world, 'mia');
  const { client, adminId } = await clientOfOwner(world);
  const { adminGetPayments } = await client.ask(AdminPaymentsDocument, {
    userId: person.id,
    state: 'SUCCEEDED',
  });
  const [payment] = adminGetPayments?.nodes ?? [];
  assert.deepEqual(
    [payment?.purpose, payment?.amount, payment?.user?.username, payment?.cardLast4],
    ['COIN_PURCHASE', { amountMinor: 449, currency: 'EUR' }, 'mia', '4242'],
  );
  const { adminGetCoinPurchases } = await client.ask(AdminCoinPurchasesDocument, { userId: person.id });
  const [bought] = adminGetCoinPurchases?.nodes ?? [];
  assert.deepEqual(
    [bought?.id, bought?.coins, bought?.bonusCoins, bought?.payment?.id],
    [purchaseId, 500, 25, payment?.id],
  );

  const input = { purchaseId, amountMinor: 149, reason: 'A part did not arrive', idempotencyKey: 'once' };
  const tries = await Promise.all([1, 2].map(() => client.ask(AdminRefundPurchaseDocument, { input })));
  const [first, again] = tries.map(({ adminRefundPurchase }) => requireDone(adminRefundPurchase).refund);
  assert.deepEqual([first?.state, first?.amountMinor, again?.id], ['SUCCEEDED', 149, first?.id]);
  const { adminGetNode } = await client.ask(AdminPaymentDocument, { id: payment?.id ?? '' });
  assert.ok(adminGetNode && 'purpose' in adminGetNode);
  assert.deepEqual(
    [adminGetNode.state, adminGetNode.refundedAmount.amountMinor, adminGetNode.disputes],
    ['SUCCEEDED', 149, []],
  );
  assert.deepEqual(
    adminGetNode.refunds.map(({ id, reason, requestedById }) => ({ id, reason, requestedById })),
    [{ id: first?.id, reason: 'A part did not arrive', requestedById: adminId }],
  );

  const today = midnightOf(world.clock.now());
  world.clock.advance('25h');
  await closeDays(world);
  const { adminGetDashboard } = await client.ask(AdminDashboardDocument, {
    from: today.toISOString(),
    until: midnightOf(today, 1).toISOString(),
    granularity: 'DAY',
    measures: ['USERS_NEW', 'REVENUE', 'REFUNDS'],
  });
  assert.deepEqual(adminGetDashboard?.periods, [{ startsAt: today.toISOString(), isComplete: true }]);
  assert.deepEqual(
    adminGetDashboard.measures.map(({ key, part, total, values }) => ({ key, part, total, values })),
    [
      { key: 'USERS_NEW', part: null, total: 1, values: [1] },
      { key: 'REVENUE', part: 'EUR', total: 449, values: [449] },
      { key: 'REFUNDS', part: 'EUR', total: 149, values: [149] },
    ],
  );
});

async function clientOfOwner(world: World): Promise<{ client: AdminClient; adminId: string }> {
  const owner = await world.admin();
  const client = createAdminClient({ url: world.adminUrl });
  await client.session.signIn({ email: await ownAddress(owner), password: ADMIN_PASSWORD });
  return { client, adminId: await ownAdminId(owner) };
}
