import assert from 'node:assert/strict';
import { earnAvailable } from '#test/support/money/earnings.ts';
import { test } from 'node:test';
import { buildSchemas } from '#src/api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { runInScope } from '#platform/kernel/operation-scope.ts';
import { contextOf } from '#platform/request/context.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { commentOn, publish } from '#test/support/content/comments.ts';
import { MONEY_ACTS } from '#test/support/money/money-admin-acts.ts';
import { give } from '#test/support/money/ledger.ts';
import { SALES, sold, unlock } from '#test/support/money/paid-messages.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { bought } from '#test/support/money/refunds.ts';
import { ADMIN_ACCOUNT_ACTS } from '#test/support/promises/admin-account-acts.ts';
import { type Act, REASON, type Things } from '#test/support/promises/audited-act.ts';
import { saveCard } from '#test/support/money/saved-cards.ts';
import { offerTier, subscribed } from '#test/support/money/subscriptions.ts';
import { USER_ACTS } from '#test/support/people/user-acts.ts';
import { runSql } from '#test/support/test-server.ts';
import { requested } from '#test/support/trust/verification.ts';
import { VERIFICATION_ACTS } from '#test/support/trust/verification-acts.ts';
import { report } from '#test/support/trust/reports.ts';
import { appealOf, MODERATION_ACTS, SCREENING_ACTS } from '#test/support/trust/moderation-acts.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

/** In this order; every mutation of the admin endpoint is here or in `SESSIONS`. */
const ACTS: Readonly<Record<string, Act>> = {
  adminRemovePost: {
    input: ({ postId }) => ({ postId, reason: REASON }),
    subject: 'postId',
    before: { state: 'VISIBLE' },
    after: { state: 'REMOVED' },
  },
  adminRestorePost: {
    input: ({ postId }) => ({ postId, reason: REASON }),
    subject: 'postId',
    before: { state: 'REMOVED' },
    after: { state: 'VISIBLE' },
  },
  adminRemoveComment: {
    input: ({ commentId }) => ({ commentId, reason: REASON }),
    subject: 'commentId',
    before: { state: 'VISIBLE' },
    after: { state: 'REMOVED' },
  },
  adminRestoreComment: {
    input: ({ commentId }) => ({ commentId, reason: REASON }),
    subject: 'commentId',
    before: { state: 'REMOVED' },
    after: { state: 'VISIBLE' },
  },
  adminSuspendUser: {
    input: ({ userId }) => ({ userId, reason: REASON, expiresAt: '2100-01-01T00:00:00.000Z' }),
    subject: 'userId',
    before: { isSuspended: false, until: null },
    after: { isSuspended: true, until: '2100-01-01T00:00:00.000Z' },
  },
  adminUnsuspendUser: {
    input: ({ userId }) => ({ userId }),
    subject: 'userId',
    before: { isSuspended: true, until: '2100-01-01T00:00:00.000Z' },
    after: { isSuspended: false, until: null },
  },
  adminRestrictUser: {
    input: ({ userId }) => ({
      userId,
      kind: 'POSTING',
      reason: REASON,
      expiresAt: '2100-01-01T00:00:00.000Z',
    }),
    subject: 'userId',
    gives: ['restrictionId', 'restriction', 'id'],
    before: null,
    after: { kind: 'POSTING', until: '2100-01-01T00:00:00.000Z' },
  },
  adminLiftRestriction: {
    input: ({ restrictionId }) => ({ restrictionId, reason: REASON }),
    subject: 'restrictionId',
    before: { kind: 'POSTING', isInForce: true },
    after: { kind: 'POSTING', isInForce: false },
  },
  adminSendAnnouncement: {
    input: () => ({ title: 'Tonight', text: 'We move.', audience: { activeDays: 5 } }),
    subject: 'announcementId',
    gives: ['announcementId', 'announcement', 'id'],
    before: null,
    after: { state: 'SENDING', languages: null, activeDays: 5, isCreator: null },
  },
  adminCancelAnnouncement: {
    input: ({ announcementId }) => ({ announcementId }),
    subject: 'announcementId',
    before: { state: 'SENDING' },
    after: { state: 'CANCELED' },
  },
  ...VERIFICATION_ACTS,
  ...MODERATION_ACTS,
  ...SCREENING_ACTS,
  adminDeleteUser: {
    input: ({ leaverId }) => ({ userId: leaverId, reason: REASON }),
    subject: 'leaverId',
    gives: ['dueAt', 'deletionDueAt', null],
    before: { state: 'ACTIVE' },
    after: ({ dueAt }) => ({ state: 'PENDING_DELETION', dueAt }),
  },
  ...USER_ACTS,
  adminSetHashtagState: {
    input: () => ({ name: 'audited', state: 'HIDDEN', reason: REASON }),
    subject: 'hashtagId',
    gives: ['hashtagId', 'hashtag', 'id'],
    before: null,
    after: { state: 'HIDDEN' },
  },
  adminUpdateHashtagSettings: {
    input: () => ({ trendsNeedReview: true }),
    subject: null,
    before: { trendsNeedReview: false },
    after: { trendsNeedReview: true },
  },
  ...MONEY_ACTS,
  ...ADMIN_ACCOUNT_ACTS,
};
/** Begin, prolong and end sessions of admins. */
const SESSIONS = ['adminAcceptInvitation', 'adminLogin', 'adminLogout', 'adminRefreshSession'];

const OWN = '{ adminMe { id } adminGetAdminSessions { nodes { id } } }';
const ENTRIES = `query ($subjectId: ID, $adminId: ID) { adminGetAuditEntries(subjectId: $subjectId, adminId: $adminId) {
  nodes { admin { id } action subjectId reason before after requestId } } }`;

const schemas = buildSchemas(defaultLimits);

test('every mutation of the admin endpoint is in the table of audited acts, or is about a session', () => {
  const named = [...Object.keys(ACTS), ...SESSIONS].toSorted();
  assert.deepEqual(named, Object.keys(schemas.admin.getMutationType()?.getFields() ?? {}).toSorted());
});

test('each act of an admin writes one entry: who, what, to what, why, before and after', async (t) => {
  const world = await testWorld(t, { env: { COIN_RATES: 'EUR:50-200' } });
  const things = await thingsOf(world);
  const admin = await world.admin();
  const { adminMe, adminGetAdminSessions: own } = await admin.do(OWN);
  const other = await world.admin();
  const { adminMe: otherMe } = await other.do('{ adminMe { id } }');
  const { adminGetAdminSessions: others } = await (await world.admin({ role: 'SUPPORT' })).do(OWN);
  things['ownAdminId'] = adminMe.id;
  things['ownSessionId'] = own.nodes[0].id;
  things['otherSessionId'] = others.nodes[0].id;
  await prepareMoney(admin, things);
  for (const [name, { input, subject, gives, isOfAnother, before, after }] of Object.entries(ACTS)) {
    const earlier = await countEntries(world);
    things['now'] = String(world.clock.now().getTime());
    const given = input(things);
    await act(isOfAnother ? other : admin, name, { input: given, gives, things });
    assert.equal((await countEntries(world)) - earlier, 1, name);
    const [entry] = await entries(admin);
    const { subjectId, ...written } = entry;
    const reason = given && 'reason' in given ? REASON : null;
    assert.deepEqual(
      written,
      {
        admin: isOfAnother ? otherMe : { id: adminMe.id },
        action: name,
        reason,
        requestId: `audit-${name}`,
        before: typeof before === 'function' ? before(things) : before,
        after: typeof after === 'function' ? after(things) : after,
      },
      name,
    );
    assert.equal(subjectId, subject && things[subject], name);
  }
  const ofPost = await entries(admin, { subjectId: things['postId'] });
  assert.deepEqual(
    ofPost.map(({ action }: Untyped) => action),
    ['adminRestorePost', 'adminRemovePost'],
  );
});

test('a repeated act without a change is an entry that says so, a refused one is none', async (t) => {
  const world = await testWorld(t);
  const things = await thingsOf(world);
  const admin = await world.admin();
  const input = { postId: things['postId'], reason: REASON };
  const remove = () => act(admin, 'adminRemovePost', { input, things });
  await remove();
  await remove();
  const [repeated] = await entries(admin, { subjectId: things['postId'] });
  assert.deepEqual([repeated.before, repeated.after], [{ state: 'REMOVED' }, { state: 'REMOVED' }]);
  const earlier = await countEntries(world);
  for (const refused of [
    { ...input, reason: '' },
    { postId: 'post_01h455vb4pex5vsknk084sn02q', reason: REASON },
  ]) {
    const { data } = await admin.ask(documentOf('adminRemovePost'), { input: refused });
    assert.equal(data.adminRemovePost.errors.length, 1);
  }
  assert.equal(await countEntries(world), earlier);
});

test('sign-ins and sign-outs of admins are entries, which only owners and admins read', async (t) => {
  const world = await testWorld(t);
  const [owner, moderator] = [await world.admin({ role: 'OWNER' }), await world.admin({ role: 'MODERATOR' })];
  const { adminMe: leaving } = await moderator.do('{ adminMe { id } }');
  const refused = await moderator.ask(ENTRIES);
  assert.equal(refused.errors?.[0]?.extensions?.['code'], 'FORBIDDEN');
  await moderator.do('mutation { adminLogout { errors { code } } }');
  const own = await entries(owner, { adminId: leaving.id });
  assert.deepEqual(
    own.map(({ action }: Untyped) => action),
    ['adminLogout', 'adminLogin'],
  );
  assert.match(own[0].subjectId, /^adminsession_/);
  const unknown = await owner.ask(ENTRIES, { subjectId: 'nothing' });
  assert.equal(unknown.errors?.[0]?.extensions?.['code'], 'BAD_USER_INPUT');
});

test('entries are never changed or deleted, and what an admin does without one is rolled back', async (t) => {
  const world = await testWorld(t);
  await world.admin();
  for (const statement of [
    "update audit_entries set reason = 'Another'",
    'delete from audit_entries',
    'truncate audit_entries',
  ]) {
    await assert.rejects(
      runSql(world.connectionString, statement),
      /rows of audit_entries are never changed/,
    );
  }
  const { services } = world.app;
  const { signal } = new AbortController();
  const caller = { ip: '127.0.0.1', country: null, userAgent: '', languages: '' };
  const ctx = contextOf(services, { user: null, admin: null, tokenProblem: null, caller, signal });
  const act = runInScope({ signal }, (scope) => {
    scope.needsAuditEntry = true;
    return ctx.transaction((tx) => tx.updateTable('admins').set({ display_name: 'Changed' }).execute());
  });
  await assert.rejects(act, /without an entry in the audit log/);
  const [row] = await services.db.selectFrom('admins').select('display_name as displayName').execute();
  assert.notEqual(row?.displayName, 'Changed');
});

async function thingsOf(world: World): Promise<Things> {
  const ada = await world.user('ada');
  await earnAvailable(world, ada, 10);
  await saveCard(ada);
  const { purchaseId } = await bought(world, ada);
  // The tests make the packages that are on offer.
  await runSql(world.connectionString, 'update coin_packages set archived_at = now()');
  const postId = await publish(ada);
  const leaver = await world.user('leaver');
  await give(world, leaver, 10);
  const { id: subscriptionId } = await subscribed(leaver, await offerTier(world, ada, { priceCoins: 10 }));
  await report(leaver, { userId: ada.id });
  const caseUuid = (
    await world.app.services.db.selectFrom('moderation_cases').select('id').executeTakeFirstOrThrow()
  ).id;
  return {
    userId: ada.id,
    leaverId: leaver.id,
    purchaseId,
    subscriptionId,
    messagePurchaseId: await soldBy(world, ada, leaver),
    postId,
    commentId: await commentOn(ada, postId),
    verificationId: (await requested(ada)).id,
    caseId: toGlobalId('case', caseUuid),
    appealId: await appealOf(world, { authorId: uuidOf(ada.id) }),
  };
}

/** @returns the id of the purchase of a message */
async function soldBy(world: World, seller: Person, buyer: Person): Promise<string> {
  await give(world, buyer, 1);
  const messageId = await sold(seller, await startWith(seller, buyer), { priceCoins: 1 });
  await unlock(buyer, messageId, { price: 1 });
  return (await seller.do(SALES, { id: messageId })).messageSales.nodes[0].id;
}

/** Two adjustments and two packages that wait for another admin, and a package that is on offer. */
async function prepareMoney(admin: Actor, things: Things): Promise<void> {
  for (const thing of ['approvedId', 'rejectedId']) {
    const input = { userId: things['userId'], amountCoins: 20_000, reason: REASON, idempotencyKey: thing };
    await act(admin, 'adminAdjustCoins', { input, things, gives: [thing, 'adjustment', 'id'] });
  }
  const input = { coins: 50, priceMinor: 99, currency: 'EUR' };
  await act(admin, 'adminCreateCoinPackage', { input, things, gives: ['otherPackageId', 'package', 'id'] });
  for (const thing of ['approvedOfferId', 'rejectedOfferId']) {
    const unusual = { coins: 5_000, priceMinor: 50, currency: 'EUR' };
    await act(admin, 'adminCreateCoinPackage', { input: unusual, things, gives: [thing, 'request', 'id'] });
  }
}

function documentOf(name: string, selected = '', hasInput = true): string {
  if (!hasInput) return `mutation { ${name} { ${selected} errors { code } } }`;
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  return `mutation ($input: ${type}!) { ${name}(input: $input) { ${selected} errors { code } } }`;
}

/** An act that must succeed. */
async function act(
  admin: Actor,
  name: string,
  { input, gives, things }: { input: object | null; gives?: Act['gives']; things: Things },
): Promise<void> {
  const [thing, field, leaf] = gives ?? [];
  const document = documentOf(name, leaf == null ? field : `${field} { ${leaf} }`, input !== null);
  const { data } = await admin.ask(document, input === null ? {} : { input }, {
    'x-request-id': `audit-${name}`,
  });
  assert.deepEqual(data?.[name]?.errors, [], name);
  if (thing && field) things[thing] = leaf == null ? data[name][field] : data[name][field][leaf];
}

/** Newest first. */
const entries = async (admin: Actor, filter: object = {}): Promise<Untyped> =>
  (await admin.do(ENTRIES, { ...filter })).adminGetAuditEntries.nodes;

async function countEntries({ app }: World): Promise<number> {
  const rows = await app.services.db.selectFrom('audit_entries').select('id').execute();
  return rows.length;
}
