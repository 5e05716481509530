import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sql } from 'kysely';
import { runCron } from '#test/support/jobs/cron.ts';
import { erase } from '#test/support/people/accounts.ts';
import { exported } from '#test/support/people/exports.ts';
import { recordedMails } from '#test/support/people/recorded-mails.ts';
import { clamdServer, MALWARE } from '#test/support/content/clamd-server.ts';
import { pdf } from '#test/support/content/documents.ts';
import { smallPicture } from '#test/support/content/media-files.ts';
import {
  answerMore,
  askFor,
  claim,
  decide,
  file,
  openDocuments,
  ownBadges,
  requested,
  shownBadges,
  withdraw,
} from '#test/support/trust/verification.ts';
import { testWorld, type World } from '#test/support/world.ts';

const subjectsTo = async (world: World, email: string): Promise<string[]> =>
  (await recordedMails(world, email)).map(({ subject }) => subject);

const countRows = async (world: World, table: string): Promise<number> => {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::integer as count from ${sql.table(table)}`.execute(world.app.services.db);
  return rows[0]?.count ?? -1;
};

const storedDocuments = (world: World): Promise<number> => countRows(world, 'verification_documents');

test('a request goes from its documents to a badge, by way of a question, and its documents are deleted after 30 days', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const [admin, other] = [await world.admin({ role: 'MODERATOR' }), await world.admin()];
  const request = await requested(ada, 'IDENTITY', [file(), file(await smallPicture(), 'me.png')]);
  const { createdAt, documents, ...shown } = request;
  const rest = { note: 'It is me.', answer: null, message: null, endedAt: null, documentsDeletedAt: null };
  assert.deepEqual(shown, {
    id: request.id,
    kind: 'IDENTITY',
    state: 'REQUESTED',
    displayName: 'ada',
    username: 'ada',
    ...rest,
  });
  assert.equal(createdAt, world.clock.now().toISOString());
  assert.deepEqual(
    documents.map(({ fileName, contentType }: { fileName: string; contentType: string }) => [
      fileName,
      contentType,
    ]),
    [
      ['document-1.pdf', 'application/pdf'],
      ['document-2.png', 'image/png'],
    ],
  );
  const NODE = 'query ($id: ID!) { node(id: $id) { id } }';
  assert.deepEqual((await ben.do(NODE, { id: request.id })).node, null);
  assert.deepEqual((await ada.do(NODE, { id: request.id })).node, { id: request.id });

  // Nothing can be decided before a review, and another admin cannot take it.
  const requestId = request.id;
  const early = { requestId, expectedVersion: 1, decision: 'APPROVED' };
  const invalidState = { code: 'INVALID_STATE', path: ['requestId'] };
  assert.deepEqual((await decide(admin, early)).errors, [
    { ...invalidState, current: 'REQUESTED', allowed: ['IN_REVIEW'] },
  ]);
  const claimed = (await claim(admin, requestId)).request;
  assert.deepEqual([claimed.state, claimed.version, claimed.user], ['IN_REVIEW', 2, { username: 'ada' }]);
  assert.deepEqual((await claim(admin, requestId)).request.version, 2);
  assert.deepEqual((await claim(other, requestId)).errors, [
    { ...invalidState, current: 'IN_REVIEW', allowed: ['REQUESTED'] },
  ]);

  const opened = await openDocuments(admin, requestId);
  const [paper] = opened.documents;
  const served = await fetch(paper.url);
  assert.equal(served.headers.get('content-disposition'), "attachment; filename*=UTF-8''document-1.pdf");
  assert.ok(Buffer.from(await served.arrayBuffer()).equals(pdf()));
  world.clock.advance('5m');
  world.clock.advance('1s');
  assert.notEqual((await fetch(paper.url)).status, 200);

  // A question needs its words, and the answer brings it back into the review.
  const question = { requestId, expectedVersion: 2, decision: 'MORE_INFO' };
  assert.deepEqual((await decide(admin, question)).errors, [
    { code: 'VALIDATION_FAILED', path: ['message'], constraint: 'required' },
  ]);
  assert.equal(
    (await decide(admin, { ...question, message: 'Send both sides.' })).request.state,
    'MORE_INFO',
  );
  const answered = (await answerMore(ada, requestId)).request;
  assert.deepEqual(
    [answered.state, answered.answer, answered.message, answered.documents.at(-1).fileName],
    ['IN_REVIEW', 'Here is more.', 'Send both sides.', 'document-3.pdf'],
  );
  assert.deepEqual((await answerMore(ada, requestId)).errors, [invalidState]);
  // The answer has made another version.
  assert.deepEqual((await decide(admin, { ...early, expectedVersion: 3 })).errors, [
    { code: 'CONFLICT', path: ['expectedVersion'], existingId: null },
  ]);
  const expiresAt = '2100-01-01T00:00:00.000Z';
  const approved = await decide(admin, { ...early, expectedVersion: 4, expiresAt });
  assert.deepEqual([approved.errors, approved.request.state], [[], 'APPROVED']);
  assert.deepEqual(
    [await shownBadges(ben, ada.id), await shownBadges(world.anonymous(), ada.id)],
    [['IDENTITY'], ['IDENTITY']],
  );
  assert.deepEqual(await ownBadges(ada), [
    { kind: 'IDENTITY', state: 'ACTIVE', reason: null, verifiedName: 'ada', verifiedUsername: 'ada' },
  ]);
  await world.runJobs();
  assert.deepEqual(await subjectsTo(world, ada.email), ['Your verification needs more', 'You are verified']);
  assert.deepEqual((await withdraw(ada, requestId)).errors, [
    { ...invalidState, current: 'APPROVED', allowed: ['REQUESTED', 'IN_REVIEW', 'MORE_INFO'] },
  ]);

  const link = (await openDocuments(admin, requestId)).documents[0].url;
  world.clock.advance('29d');
  await runCron(world, 'verification.sweepDocuments');
  assert.equal(await storedDocuments(world), 3);
  world.clock.advance('1d');
  await runCron(world, 'verification.sweepDocuments');
  await world.runJobs();
  assert.equal(await storedDocuments(world), 0);
  assert.notEqual((await fetch(link)).status, 200);
  assert.deepEqual((await openDocuments(await world.admin(), requestId)).documents, []);
});

test('one request of a kind is open, and a withdrawn one leaves no document', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const ben = await world.user('ben');
  const all = await Promise.all(Array.from({ length: 5 }, () => askFor(ada, 'CREATOR')));
  assert.deepEqual(
    all.map(({ errors }) => errors.map(({ code }: { code: string }) => code).join()).toSorted(),
    ['', 'CONFLICT', 'CONFLICT', 'CONFLICT', 'CONFLICT'],
  );
  const { id } = all.find(({ request }) => request).request;
  assert.equal((await requested(ada, 'BUSINESS', [])).state, 'REQUESTED');
  assert.deepEqual((await withdraw(ben, id)).errors, [{ code: 'NOT_FOUND', path: ['requestId'] }]);
  assert.deepEqual((await withdraw(ada, id)).request, { state: 'WITHDRAWN', documents: [] });
  assert.deepEqual((await withdraw(ada, id)).request, { state: 'WITHDRAWN', documents: [] });
  const { myVerificationRequest } = await ada.do('{ myVerificationRequest(kind: CREATOR) { id state } }');
  assert.deepEqual(myVerificationRequest, { id, state: 'WITHDRAWN' });
  assert.equal((await ada.do('{ myVerificationRequest(kind: NOTABLE) { id } }')).myVerificationRequest, null);
  assert.equal((await requested(ada, 'CREATOR', [])).state, 'REQUESTED');
  await world.runJobs();
  world.clock.advance('25h');
  await runCron(world, 'verification.sweepDocuments');
  assert.equal(await storedDocuments(world), 0);
});

test('documents are images or PDFs by their content, at most ten, and are scanned before they are stored', async (t) => {
  const clamd = await clamdServer(t);
  const world = await testWorld(t, { env: { FILE_SCANNER: 'clamd', FILE_SCANNER_URL: clamd.url } });
  const ada = await world.user('ada');
  const refused = async (files: File[]) => (await askFor(ada, 'IDENTITY', files)).errors;
  assert.deepEqual(await refused([file(), file(Buffer.from('Hello'), 'a.pdf')]), [
    { code: 'VALIDATION_FAILED', path: ['files', '1'] },
  ]);
  assert.deepEqual(await refused([file(Buffer.from('a text'), 'a.txt')]), [
    { code: 'VALIDATION_FAILED', path: ['files', '0'] },
  ]);
  assert.deepEqual(await refused([file(), file(pdf(MALWARE))]), [
    { code: 'VALIDATION_FAILED', path: ['files', '1'] },
  ]);
  assert.equal(await storedDocuments(world), 0);
  const { id: requestId, documents } = await requested(
    ada,
    'IDENTITY',
    Array.from({ length: 10 }, () => file()),
  );
  assert.equal(documents.length, 10);
  const admin = await world.admin();
  await claim(admin, requestId);
  await decide(admin, { requestId, expectedVersion: 2, decision: 'MORE_INFO', message: 'More.' });
  assert.deepEqual((await answerMore(ada, requestId)).errors, [{ code: 'LIMIT_REACHED', path: ['files'] }]);
  assert.equal((await answerMore(ada, requestId, [])).request.state, 'IN_REVIEW');
});

test('of two admins who decide at once one does, and the other learns of a conflict', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const [first, second] = [await world.admin(), await world.admin()];
  for (let round = 0; round < 8; round += 1) {
    const kind = ['IDENTITY', 'CREATOR', 'BUSINESS', 'NOTABLE'][round % 4]!;
    const { id: requestId } = await requested(ada, kind, []);
    await claim(first, requestId);
    const base = { requestId, expectedVersion: 2 };
    const outcomes = await Promise.all([
      decide(first, { ...base, decision: 'APPROVED' }),
      decide(second, { ...base, decision: 'REJECTED', message: 'No.' }),
    ]);
    const codes = outcomes.map(({ errors }) => errors.map(({ code }: { code: string }) => code).join());
    assert.deepEqual(codes.toSorted(), ['', 'CONFLICT']);
    const { myVerificationRequest } = await ada.do(
      'query ($kind: BadgeKind!) { myVerificationRequest(kind: $kind) { state } }',
      { kind },
    );
    assert.equal(myVerificationRequest.state, codes[0] === '' ? 'APPROVED' : 'REJECTED');
  }
});

test('admins page through requests by state, kind, user and reviewer', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const admin = await world.admin();
  const one = (await requested(ada, 'IDENTITY', [])).id;
  const two = (await requested(ben, 'IDENTITY', [])).id;
  const three = (await requested(ben, 'CREATOR', [])).id;
  const claimed = (await claim(admin, two)).request;
  const idsOf = async (filter: object): Promise<string[]> => {
    const { adminGetVerificationRequests } = await admin.do(
      `query ($state: VerificationState, $kind: BadgeKind, $userId: ID, $reviewerId: ID, $first: Int) {
        adminGetVerificationRequests(state: $state, kind: $kind, userId: $userId, reviewerId: $reviewerId, first: $first) { nodes { id } } }`,
      { ...filter },
    );
    return adminGetVerificationRequests.nodes.map(({ id }: { id: string }) => id);
  };
  assert.deepEqual(await idsOf({}), [one, two, three]);
  assert.deepEqual(await idsOf({ first: 1 }), [one]);
  assert.deepEqual(await idsOf({ state: 'REQUESTED' }), [one, three]);
  assert.deepEqual(await idsOf({ kind: 'CREATOR' }), [three]);
  assert.deepEqual(await idsOf({ userId: ben.id }), [two, three]);
  assert.deepEqual(await idsOf({ reviewerId: claimed.reviewerId }), [two]);
});

test('the export has requests and documents, and an erasure leaves nothing of them', async (t) => {
  const world = await testWorld(t);
  const ada = await world.user('ada');
  const admin = await world.admin();
  const { id: requestId } = await requested(ada);
  await claim(admin, requestId);
  await decide(admin, { requestId, expectedVersion: 2, decision: 'APPROVED' });
  const [row] = (await exported(world, ada, 'verification-requests')) as Record<string, unknown>[];
  assert.deepEqual([row?.['id'], row?.['state'], row?.['note']], [requestId, 'APPROVED', 'It is me.']);
  const link = (await openDocuments(admin, requestId)).documents[0].url;
  await erase(world, ada);
  for (const table of ['verification_requests', 'verification_documents', 'badges']) {
    assert.equal(await countRows(world, table), 0, table);
  }
  assert.notEqual((await fetch(link)).status, 200);
});
