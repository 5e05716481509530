import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Actor, Untyped, Variables } from '#test/support/actor.ts';
import { rowsOf } from '#test/support/money/ledger.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { moderationServer } from '#test/support/trust/moderation-server.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { testWorld, type World } from '#test/support/world.ts';

const ERRORS = `errors { code path message
  ... on ModerationNudgeError { category retryToken } ... on ValidationError { constraint } ... on RateLimitedError { retryAfterSeconds } }`;
const CREATE = `mutation ($input: CreatePostInput!) { createPost(input: $input) { post { id text isSensitive } ${ERRORS} } }`;
const COMMENT = `mutation ($input: AddCommentInput!) { addComment(input: $input) { comment { id text } ${ERRORS} } }`;
const UPDATE_THRESHOLDS = `mutation ($input: AdminSetModerationThresholdsInput!) {
  adminSetModerationThresholds(input: $input) { thresholds { kind category nudge sensitive hold reject version } errors { code path } } }`;
const SAVE = `mutation ($input: AdminSaveBlocklistInput!) {
  adminSaveBlocklist(input: $input) {
    blocklist { id name kind action isActive entryCount version entries(first: 5) { nodes { text } } }
    errors { code path ... on ConflictError { existingId } } } }`;
const SCANS = `query ($outcome: ScreeningOutcome, $state: AdminModerationScanState, $postId: ID) {
  adminGetModerationScans(first: 10, outcome: $outcome, state: $state, postId: $postId) {
    nodes { id subjectKind subjectId subjectVersion state outcome category provider model attemptCount scores { category score } } } }`;

const REASON = 'As the team decided.';
const NUDGED = 'You are such an idiot';

/** Sends a mutation that may be refused. */
async function tell(actor: Actor, document: string, variables: Variables): Promise<Untyped> {
  const { data, errors } = await actor.ask(document, variables);
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data;
}

const post = async (actor: Actor, text: string, more: object = {}): Promise<Untyped> =>
  (await tell(actor, CREATE, { input: { text, ...more } })).createPost;

const scans = async (admin: Actor, filter: object = {}): Promise<Untyped[]> =>
  (await admin.do(SCANS, { ...filter })).adminGetModerationScans.nodes;

const codes = ({ errors }: Untyped): string[] => errors.map((error: { code: string }) => error.code);

test('who insults is asked once, may rephrase, or insists on the same text for ten minutes', async (t) => {
  const world = await testWorld(t);
  world.clock.freeze();
  const [ada, ben, admin] = [await world.user('ada'), await world.user('ben'), await world.admin()];
  const { post: none, errors } = await unchanged(world, () => post(ada, NUDGED));
  const [{ retryToken, ...error }] = errors;
  assert.equal(none, null);
  assert.deepEqual(error, {
    code: 'MODERATION_NUDGE',
    path: ['text'],
    message: 'Ask the author to rephrase this, or to insist on it with `retryToken`.',
    category: 'INSULT',
  });
  assert.equal((await post(ada, 'I disagree with you')).post.text, 'I disagree with you');
  // The token is for this text, this kind and this author.
  for (const refused of [
    await post(ada, `${NUDGED}!`, { retryToken }),
    await post(ben, NUDGED, { retryToken }),
    await post(ada, NUDGED, { retryToken: `${retryToken}a` }),
    await post(ada, NUDGED, { retryToken: '' }),
  ]) {
    assert.deepEqual(codes(refused), ['MODERATION_NUDGE']);
  }
  const { post: first } = await post(ada, 'Hello');
  const comment = await tell(ada, COMMENT, { input: { postId: first.id, text: NUDGED, retryToken } });
  assert.deepEqual(codes(comment.addComment), ['MODERATION_NUDGE']);
  assert.deepEqual(await scans(admin), []);

  const { post: insisted } = await post(ada, NUDGED, { retryToken });
  assert.deepEqual([insisted.text, insisted.isSensitive], [NUDGED, false]);
  const [scan, ...others] = await scans(admin, { outcome: 'HOLD' });
  const { id: scanId, ...shown } = scan;
  assert.match(scanId, /^scan_/);
  assert.deepEqual(others, []);
  assert.deepEqual(shown, {
    subjectKind: 'POST',
    subjectId: insisted.id,
    subjectVersion: 1,
    state: 'DONE',
    outcome: 'HOLD',
    category: 'INSULT',
    provider: 'embedded',
    model: 'lexicon-2',
    attemptCount: 0,
    scores: [
      { category: 'INSULT', score: 0.7 },
      { category: 'TOXICITY', score: 0.7 },
    ],
  });
  world.clock.advance('10m');
  assert.deepEqual(codes(await post(ada, NUDGED, { retryToken })), ['MODERATION_NUDGE']);
});

test('a comment is judged like a post, and what is insisted on has its scan', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const { id: postId } = (await post(ada, 'Hello')).post;
  const input = { postId, text: NUDGED };
  const { addComment: nudged } = await tell(ada, COMMENT, { input });
  assert.deepEqual(codes(nudged), ['MODERATION_NUDGE']);
  const [{ retryToken }] = nudged.errors;
  const { addComment: added } = await tell(ada, COMMENT, { input: { ...input, retryToken } });
  assert.equal(added.comment.text, NUDGED);
  const found = await scans(admin);
  assert.deepEqual(
    found.map(({ subjectKind, subjectId, outcome }) => [subjectKind, subjectId, outcome]),
    [['COMMENT', added.comment.id, 'HOLD']],
  );
});

test('a repetition with its key is answered from the first result, whatever is thought of it since', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const idempotencyKey = 'once';
  const first = await post(ada, 'Buy our lovely flowers', { idempotencyKey });
  await tell(admin, SAVE, { input: { ...LIST, addEntries: ['lovely flowers'] } });
  assert.deepEqual(codes(await post(ada, 'Buy our lovely flowers')), ['VALIDATION_FAILED']);
  assert.deepEqual(await post(ada, 'Buy our lovely flowers', { idempotencyKey }), first);
});

test('sexual words make a post sensitive, options of a poll count, and swearing alone is allowed', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const { post: sensitive } = await post(ada, 'Free porn videos here');
  assert.equal(sensitive.isSensitive, true);
  assert.equal((await post(ada, 'This is fucking amazing')).post.isSensitive, false);
  const polled = await post(ada, 'Who is right?', { poll: { options: ['Me', NUDGED] } });
  assert.deepEqual(codes(polled), ['MODERATION_NUDGE']);
  assert.deepEqual(
    (await scans(admin)).map(({ subjectId, outcome, category }) => [subjectId, outcome, category]),
    [[sensitive.id, 'SENSITIVE', 'SEXUAL']],
  );
});

const LIST = { name: 'Flowers', kind: 'WORD', action: 'REJECT', isActive: true, reason: REASON };

test('block lists refuse words and domains in every spelling until they are switched off', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const made = await tell(admin, SAVE, {
    input: { ...LIST, addEntries: ['Véry  Bad Flower', 'tulip', 'TULIP'] },
  });
  const { id, entries, ...list } = made.adminSaveBlocklist.blocklist;
  assert.deepEqual(entries.nodes.map(({ text }: { text: string }) => text).toSorted(), [
    'tulip',
    'very bad flower',
  ]);
  assert.deepEqual(list, {
    name: 'Flowers',
    kind: 'WORD',
    action: 'REJECT',
    isActive: true,
    entryCount: 2,
    version: 1,
  });
  const links = { ...LIST, name: 'Links', kind: 'LINK', addEntries: ['https://Bad.example/path'] };
  assert.deepEqual(codes((await tell(admin, SAVE, { input: links })).adminSaveBlocklist), []);
  for (const text of [
    'A ｔｕｌｉｐ!',
    'a VERY bad  flower.',
    'see https://www.bad.example/x',
    'sub.bad.example',
  ]) {
    const { errors } = await unchanged(world, () => post(ada, text));
    const [{ code, constraint, path }] = errors;
    assert.deepEqual([code, constraint, path], ['VALIDATION_FAILED', 'notAllowed', ['text']], text);
  }
  for (const text of ['Tulips', 'A bad flower', 'notbad.example', 'bad.example.org']) {
    assert.deepEqual(codes(await post(ada, text)), [], text);
  }
  const off = {
    ...LIST,
    blocklistId: id,
    expectedVersion: 1,
    isActive: false,
    removeEntries: ['tulip', 'rose'],
  };
  const changed = (await tell(admin, SAVE, { input: off })).adminSaveBlocklist.blocklist;
  assert.deepEqual([changed.entryCount, changed.version, changed.isActive], [1, 2, false]);
  assert.deepEqual(codes(await post(ada, 'A very bad flower')), []);
  const refusals = [
    [{ ...off, expectedVersion: 1 }, 'CONFLICT', ['expectedVersion']],
    [{ ...LIST, addEntries: ['x'] }, 'CONFLICT', ['name']],
    [{ ...LIST, name: 'Other', addEntries: ['!!'] }, 'VALIDATION_FAILED', ['addEntries', '0']],
    [{ ...LIST, name: 'Other', addEntries: ['a b c d e'] }, 'VALIDATION_FAILED', ['addEntries', '0']],
    [{ ...LIST, name: 'Other', kind: 'LINK', addEntries: ['x'] }, 'VALIDATION_FAILED', ['addEntries', '0']],
    [{ ...off, expectedVersion: 2, kind: 'LINK', removeEntries: [] }, 'VALIDATION_FAILED', ['kind']],
    [{ ...LIST, name: ' ' }, 'VALIDATION_FAILED', ['name']],
  ] as const;
  for (const [input, code, path] of refusals) {
    const { errors } = (await unchanged(world, () => tell(admin, SAVE, { input }))).adminSaveBlocklist;
    assert.deepEqual([errors[0].code, errors[0].path], [code, path], JSON.stringify(input));
  }
});

test('a list has at most its entries, and there are at most so many lists', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_BLOCK_LISTS: '1', LIMIT_BLOCK_LIST_ENTRIES: '3' } });
  const admin = await world.admin();
  const save = async (input: object): Promise<string[]> =>
    codes((await tell(admin, SAVE, { input })).adminSaveBlocklist);
  assert.deepEqual(await save({ ...LIST, addEntries: ['a', 'b', 'c', 'd'] }), ['LIMIT_REACHED']);
  assert.deepEqual(await save({ ...LIST, addEntries: ['a', 'b', 'c'] }), []);
  assert.deepEqual(await save({ ...LIST, name: 'Other' }), ['LIMIT_REACHED']);
});

test('thresholds are changed by their version and apply at once', async (t) => {
  const world = await testWorld(t);
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  const all = await admin.do('{ adminGetModerationThresholds { kind category nudge version } }');
  assert.equal(all.adminGetModerationThresholds.length, 84);
  const input = { kind: 'POST', category: 'INSULT', sensitive: 0.6, expectedVersion: 1, reason: REASON };
  const set = (more: object = {}) => tell(admin, UPDATE_THRESHOLDS, { input: { ...input, ...more } });
  assert.deepEqual((await set()).adminSetModerationThresholds.thresholds, {
    kind: 'POST',
    category: 'INSULT',
    nudge: null,
    sensitive: 0.6,
    hold: null,
    reject: null,
    version: 2,
  });
  assert.equal((await post(ada, NUDGED)).post.isSensitive, true);
  const refusals = [
    [{}, 'CONFLICT', ['expectedVersion']],
    [{ expectedVersion: 2, reject: 0.95 }, 'VALIDATION_FAILED', ['reject']],
    [{ expectedVersion: 1, category: 'SEXUAL_MINORS', reject: 0.8 }, 'VALIDATION_FAILED', ['reject']],
    [{ expectedVersion: 2, nudge: 0 }, 'VALIDATION_FAILED', ['nudge']],
    [{ expectedVersion: 2, hold: 1.5 }, 'VALIDATION_FAILED', ['hold']],
  ] as const;
  for (const [more, code, path] of refusals) {
    const { errors } = (await set(more)).adminSetModerationThresholds;
    assert.deepEqual(errors, [{ code, path }]);
  }
});

const cloudWorld = async (
  t: Parameters<typeof testWorld>[0] & Parameters<typeof moderationServer>[0],
  env = {},
) => {
  const server = await moderationServer(t);
  const cloud = { MODERATION: 'openai', OPENAI_API_KEY: 'sk-of-the-account', OPENAI_BASE_URL: server.url };
  return { server, world: await testWorld(t, { env: { ...cloud, ...env } }) };
};

const states = (world: World): Promise<object[]> =>
  rowsOf(world, 'select state, outcome, category from content_scans order by id');

test('a provider rejects only what it is all but sure of', async (t) => {
  const { world } = await cloudWorld(t);
  const ada = await world.user('ada');
  assert.deepEqual(codes(await post(ada, 'something about minors')), ['VALIDATION_FAILED']);
  assert.deepEqual(codes(await post(ada, 'something insulting')), []);
  assert.deepEqual(await states(world), [{ state: 'DONE', outcome: 'HOLD', category: 'INSULT' }]);
});

test('while a provider is away all is published, after five failures without asking, and judged when it is back', async (t) => {
  const { world, server } = await cloudWorld(t);
  world.clock.freeze();
  const [ada, admin] = [await world.user('ada'), await world.admin()];
  server.answer({ status: 503 });
  const ids: string[] = [];
  for (let count = 0; count < 7; count += 1) {
    world.clock.advance('1s');
    ids.push((await post(ada, count % 2 === 0 ? 'a lovely post' : 'an insulting post')).post.id);
  }
  // One call was about the name of the account.
  assert.equal(server.received.length, 1 + 5);
  assert.equal((await scans(admin, { state: 'PENDING' })).length, 7);
  // Deleted content is not judged.
  await ada.do('mutation ($id: ID!) { deletePost(input: { postId: $id }) { errors { code } } }', {
    id: ids[0],
  });
  server.answer('scores');
  world.clock.advance('20s');
  await world.runJobs();
  assert.equal(server.received.length, 1 + 5);
  world.clock.advance('20s');
  await world.runJobs();
  assert.deepEqual(await states(world), [
    { state: 'DONE', outcome: 'HOLD', category: 'INSULT' },
    { state: 'DONE', outcome: 'ALLOW', category: null },
    { state: 'DONE', outcome: 'HOLD', category: 'INSULT' },
    { state: 'DONE', outcome: 'ALLOW', category: null },
    { state: 'DONE', outcome: 'HOLD', category: 'INSULT' },
    { state: 'DONE', outcome: 'ALLOW', category: null },
  ]);
  // The circuit is closed again.
  await post(ada, 'a lovely post');
  assert.equal(server.received.length, 1 + 12);
  const [held] = await scans(admin, { postId: ids[1] });
  assert.deepEqual([held?.outcome, held?.provider, held?.attemptCount], ['HOLD', 'openai', 2]);
});

test('a slow provider costs an author less than a second', async (t) => {
  const { world, server } = await cloudWorld(t);
  const ada = await world.user('ada');
  await post(ada, 'a lovely post');
  server.answer({ afterMs: 30_000 });
  const startedAt = performance.now();
  assert.deepEqual(codes(await post(ada, 'an insulting post')), []);
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 690 && tookMs < whenBusy(2_000, 1), `${tookMs} ms`);
  assert.deepEqual(await states(world), [{ state: 'PENDING', outcome: null, category: null }]);
});

test('calls of a provider end with those of the day, and a repetition makes none', async (t) => {
  const { world, server } = await cloudWorld(t, { LIMIT_MODERATION_CALLS_PER_DAY: '3' });
  const ada = await world.user('ada');
  const first = await post(ada, 'a lovely post', { idempotencyKey: 'one' });
  assert.deepEqual(await post(ada, 'a lovely post', { idempotencyKey: 'one' }), first);
  // One call was about the name of the account.
  assert.equal(server.received.length, 1 + 1);
  await post(ada, 'another lovely post');
  await post(ada, 'an insulting post');
  assert.equal(server.received.length, 1 + 2);
  assert.deepEqual(await states(world), [{ state: 'PENDING', outcome: null, category: null }]);
});

test('an edit of a post that waits to be judged drops its scan and has one of its own', async (t) => {
  const { world, server } = await cloudWorld(t);
  const ada = await world.user('ada');
  server.answer({ status: 500 });
  const { id } = (await post(ada, 'an insulting post')).post;
  await ada.do(
    'mutation ($id: ID!) { updatePost(input: { postId: $id, expectedVersion: 1, text: "Sorry" }) { errors { code } } }',
    { id },
  );
  assert.deepEqual(await rowsOf(world, `select version from posts where id = '${uuidOf(id)}'`), [
    { version: 2 },
  ]);
  server.answer('scores');
  world.clock.advance('1m');
  await world.runJobs();
  assert.deepEqual(await rowsOf(world, 'select version, state, outcome from content_scans'), [
    { version: 2, state: 'DONE', outcome: 'ALLOW' },
  ]);
});
