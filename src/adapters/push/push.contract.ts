import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { suite, test, type TestContext } from 'node:test';
import { PUSH_BATCH_MAX, type PushMessage, type PushPort } from '#ports/push.ts';
import { type PushServer, RETRY_AFTER_SECONDS } from '#test/support/push/push-behaviour.ts';
import type { Patience } from './answers.ts';

/** Time of a test for a provider that does not answer. */
export const IMPATIENCE: Patience = { messageMs: 5_000, batchMs: 10_000 };

/** One adapter under test with the server that it sends to. */
export type PushSubject = {
  readonly push: PushPort;
  readonly server: PushServer;
};

export const hello = (token: string, change: Partial<PushMessage> = {}): PushMessage => ({
  id: randomUUID(),
  token,
  kind: 'ALERT',
  appId: 'com.example.plaza',
  environment: 'PRODUCTION',
  shown: { title: 'Grüße', body: 'Hello 愛麗絲 👋🏽 "quoted" <b>' },
  data: { type: 'TEST' },
  badge: null,
  collapseKey: null,
  isUrgent: true,
  expiresAt: new Date(Date.now() + 60_000),
  ...change,
});

/** Contract of push adapters; each runs it against a server that speaks its protocol. */
export function pushContract(name: string, makeSubject: (t: TestContext) => Promise<PushSubject>): void {
  suite(`push contract: ${name}`, () => {
    test('a message reaches its device as it was written', async (t) => {
      const { push, server } = await makeSubject(t);
      const token = server.tokenThat('accepted');
      assert.equal(push.isToken(token), true);
      const message = hello(token);
      assert.deepEqual(await push.send([message]), [{ outcome: 'OK' }]);
      const [{ id, title, body, data } = assert.fail('nothing came')] = server.received;
      assert.deepEqual({ id, title, body, data }, { id: message.id, ...message.shown, data: message.data });
    });

    test('each message of a batch has its own answer, in the order of the messages', async (t) => {
      const { push, server } = await makeSubject(t);
      const kinds = ['gone', 'accepted', 'throttled', 'refused', 'accepted'] as const;
      const answers = await push.send(kinds.map((kind) => hello(server.tokenThat(kind))));
      assert.deepEqual(
        answers.map(({ outcome }) => outcome),
        ['GONE', 'OK', 'THROTTLED', 'REFUSED', 'OK'],
      );
      assert.equal(server.received.length, 2);
      const [, , wait, refusal] = answers;
      assert.deepEqual(wait, { outcome: 'THROTTLED', retryAfterMs: RETRY_AFTER_SECONDS * 1_000 });
      assert.match(refusal?.outcome === 'REFUSED' ? refusal.reason : '', /^[\w.-]+$/);
    });

    test('a hundred messages arrive once each, and none is an empty answer', async (t) => {
      const { push, server } = await makeSubject(t);
      assert.deepEqual(await push.send([]), []);
      const tokens = Array.from({ length: 100 }, () => server.tokenThat('accepted'));
      const messages = tokens.map((token) => hello(token));
      const answers = await push.send(messages);
      assert.ok(answers.every(({ outcome }) => outcome === 'OK'));
      const arrived = server.received.map(({ id }) => id);
      assert.deepEqual(arrived.toSorted(), messages.map(({ id }) => id).toSorted());
    });

    test('more messages than a batch holds are refused as an error of the caller', async (t) => {
      const { push, server } = await makeSubject(t);
      const message = hello(server.tokenThat('accepted'));
      const many = Array.from({ length: PUSH_BATCH_MAX + 1 }, () => message);
      await assert.rejects(push.send(many), RangeError);
    });

    test('texts that are no tokens are told from tokens', async (t) => {
      const { push } = await makeSubject(t);
      assert.equal(push.isToken(''), false);
    });
  });
}

/** Contract of adapters that send over a network, beside `pushContract`. */
export function networkContract(name: string, makeSubject: (t: TestContext) => Promise<PushSubject>): void {
  suite(`push contract over a network: ${name}`, () => {
    test('a provider that breaks, talks nonsense or does not answer says nothing of the message', async (t) => {
      const { push, server } = await makeSubject(t);
      const startedMs = performance.now();
      for (const kind of ['broken', 'nonsense', 'slow'] as const) {
        const token = server.tokenThat(kind);
        const [answer] = await push.send([hello(token)]);
        assert.deepEqual(answer, { outcome: 'UNAVAILABLE' }, kind);
        server.behave(token, 'accepted');
        assert.deepEqual(await push.send([hello(token)]), [{ outcome: 'OK' }], `after ${kind}`);
      }
      assert.ok(performance.now() - startedMs < 3 * IMPATIENCE.batchMs);
    });

    test('one device that is slow does not hold up the others of its batch', async (t) => {
      const { push, server } = await makeSubject(t);
      const [slow, ...others] = [
        server.tokenThat('slow'),
        server.tokenThat('accepted'),
        server.tokenThat('gone'),
      ];
      const answers = await push.send([slow ?? '', ...others].map((token) => hello(token)));
      assert.deepEqual(
        answers.map(({ outcome }) => outcome),
        ['UNAVAILABLE', 'OK', 'GONE'],
      );
    });

    test('a provider that is away answers for all at once, and closing does not wait for it', async (t) => {
      const { push, server } = await makeSubject(t);
      const token = server.tokenThat('accepted');
      await push.send([hello(token)]);
      await server.cutOff();
      const messages = Array.from({ length: 20 }, () => hello(token));
      const answers = await push.send(messages);
      assert.ok(answers.every(({ outcome }) => outcome === 'UNAVAILABLE'));
      const startedMs = performance.now();
      await push.close();
      assert.ok(performance.now() - startedMs < 2_000);
    });
  });
}
