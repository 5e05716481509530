import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { ModerationError, type ModerationErrorCode, type ModerationPort } from '#ports/moderation.ts';
import { until } from '#test/support/processes.ts';
import { freePort } from '#test/support/transport/free-port.ts';
import { type ModerationServer, moderationServer } from '#test/support/trust/moderation-server.ts';
import { whenBusy } from '#test/support/when-busy.ts';
import { moderationContract } from './moderation.contract.ts';
import { createOpenAiModeration } from './openai.ts';

const KEY = 'sk-of-the-account';
const SECRET = 'a very private text';

const open = (baseUrl: string): ModerationPort =>
  createOpenAiModeration({ apiKey: KEY, model: 'omni-moderation-latest', baseUrl });

async function opened(t: TestContext): Promise<{ moderation: ModerationPort; server: ModerationServer }> {
  const server = await moderationServer(t);
  return { server, moderation: open(server.url) };
}

type Given = { texts?: string[]; images?: Buffer[]; timeLimitMs?: number; signal?: AbortSignal };

const classify = (moderation: ModerationPort, given: Given = {}) =>
  moderation.classify({
    texts: given.texts ?? [SECRET],
    images: (given.images ?? []).map((bytes) => ({ bytes, contentType: 'image/webp' })),
    timeLimitMs: given.timeLimitMs ?? 5_000,
    signal: given.signal ?? new AbortController().signal,
  });

async function assertFailed(work: Promise<unknown>, code: ModerationErrorCode): Promise<void> {
  const error = await work.then(
    () => assert.fail(`It should fail with ${code}.`),
    (reason: unknown) => reason,
  );
  if (!(error instanceof ModerationError)) throw error;
  assert.equal(error.code, code);
  assert.equal(error.cause, undefined);
  assert.doesNotMatch(`${error.message} ${error.stack}`, new RegExp(`${SECRET}|${KEY}`));
}

moderationContract('openai', async (t) => (await opened(t)).moderation);

test('categories of the vendor become ours, each with its highest score, and unknown ones nothing', async (t) => {
  const { moderation, server } = await opened(t);
  const texts = ['lovely', 'insulting', 'hateful', 'minors', 'shoplifting'];
  const { model, items } = await classify(moderation, { texts, images: [Buffer.from('picture')] });
  assert.equal(model, 'omni-moderation-latest-2024-09-26');
  const scores = items.map((item) =>
    item?.scores.map(({ category, score }) => `${category} ${score}`).toSorted(),
  );
  assert.deepEqual(scores, [
    [],
    ['INSULT 0.91', 'TOXICITY 0.91'],
    ['HATE 0.97', 'INSULT 0.2', 'THREAT 0.97', 'TOXICITY 0.97'],
    ['SEXUAL 0.99', 'SEXUAL_MINORS 0.95'],
    [],
    ['GORE 0.8', 'VIOLENCE 0.6'],
  ]);
  assert.deepEqual(
    server.received.map(({ input }) => input),
    [texts, [{ type: 'image_url', image_url: { url: 'data:image/webp;base64,cGljdHVyZQ==' } }]],
  );
  assert.deepEqual([...new Set(server.authorizations)], [`Bearer ${KEY}`]);
});

test('a busy or broken vendor is unavailable, one that takes no request of ours rejects it, and each is asked once', async (t) => {
  const { moderation, server } = await opened(t);
  for (const status of [408, 409, 429, 500, 502, 503, 529]) {
    server.answer({ status });
    await assertFailed(classify(moderation), 'UNAVAILABLE');
  }
  for (const status of [400, 401, 403, 404, 413]) {
    server.answer({ status });
    await assertFailed(classify(moderation), 'REJECTED');
  }
  assert.equal(server.received.length, 12);
  server.answer('scores');
  assert.equal((await classify(moderation)).items.length, 1);
});

test('answers that are none of the protocol are unavailable', async (t) => {
  const { moderation, server } = await opened(t);
  const scores = (value: unknown): object => ({
    model: 'm',
    results: [{ category_scores: { hate: value } }],
  });
  const nonsense = [
    '',
    '<html>',
    '{"model":',
    'null',
    '[]',
    '{}',
    '{"model":"m","results":[]}',
    '{"model":"m","results":[{}]}',
    '{"model":"m","results":[{"category_scores":[1]}]}',
    '{"model":"m","results":[{"category_scores":{"hate":1e999}}]}',
    JSON.stringify(scores('0.9')),
    JSON.stringify(scores(7)),
    JSON.stringify(scores(-1)),
    JSON.stringify({ ...scores(0), model: 5 }),
    JSON.stringify({ model: 'm', results: [...Array.from({ length: 2 }, () => ({ category_scores: {} }))] }),
  ];
  for (const text of nonsense) {
    server.answer({ text });
    await assertFailed(classify(moderation), 'UNAVAILABLE');
  }
  server.answer({
    text: '{"model":"m","results":[{"category_scores":{"__proto__":1,"constructor":1,"hate":0.5}}]}',
  });
  assert.deepEqual((await classify(moderation)).items, [
    {
      scores: [
        { category: 'HATE', score: 0.5 },
        { category: 'TOXICITY', score: 0.5 },
      ],
      isLanguageKnown: true,
    },
  ]);
});

test('a slow vendor is left at the time limit, and its connection with it', async (t) => {
  const { moderation, server } = await opened(t);
  await classify(moderation);
  server.answer({ afterMs: 30_000 });
  const startedAt = performance.now();
  await assertFailed(classify(moderation, { timeLimitMs: 300 }), 'UNAVAILABLE');
  const tookMs = performance.now() - startedAt;
  assert.ok(tookMs >= 295 && tookMs < whenBusy(2_000, 1), `${tookMs} ms`);
  await until(() => server.aborted() === 1, 'a closed connection');
});

test('a caller that goes away ends the request with its own reason, before it is sent or after', async (t) => {
  const { moderation, server } = await opened(t);
  server.answer({ afterMs: 30_000 });
  const gone = new AbortController();
  const asking = classify(moderation, { signal: gone.signal });
  const refusal = assert.rejects(asking, { message: 'gone' });
  await until(() => server.received.length === 1, 'a request');
  gone.abort(new Error('gone'));
  await refusal;
  await until(() => server.aborted() === 1, 'a closed connection');
  await assert.rejects(classify(moderation, { signal: gone.signal }), { message: 'gone' });
  assert.equal(server.received.length, 1);
});

test('a vendor that is away is unavailable', async () => {
  await assertFailed(classify(open(`http://127.0.0.1:${await freePort()}/v1`)), 'UNAVAILABLE');
});

test('neither the environment of the SDK nor its log is used', async (t) => {
  const written: string[] = [];
  for (const stream of [process.stdout, process.stderr]) {
    const write = stream.write.bind(stream);
    t.mock.method(stream, 'write', (chunk: string | Uint8Array) => {
      written.push(String(chunk));
      return write(chunk);
    });
  }
  const { moderation, server } = await opened(t);
  process.env['OPENAI_LOG'] = 'debug';
  t.after(() => delete process.env['OPENAI_LOG']);
  await classify(moderation);
  server.answer({ status: 503 });
  await assertFailed(classify(moderation), 'UNAVAILABLE');
  assert.doesNotMatch(written.join(''), new RegExp(`${SECRET}|${KEY}`));
});
