import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Health } from '#platform/faults/health.ts';
import { testWorld } from '#test/support/world.ts';
import { createMetrics } from './metrics.ts';
import { createOps } from './ops.ts';

const metrics = createMetrics();

test('a process is healthy while it answers, and ready when nothing is missing until it is told to stop', async () => {
  let database: Health = 'ready';
  let isStopping = false;
  const checks = { database: () => database, 'live bus': (): Health => 'degraded' };
  const ops = createOps({ metrics, checks, isStopping: () => isStopping, keptPages: [], callbacks: [] });
  assert.deepEqual((await ops.inject('/health')).json(), { status: 'up' });
  const ready = async (): Promise<unknown[]> => {
    const response = await ops.inject('/ready');
    return [response.statusCode, response.json()];
  };
  const degraded = ['live bus'];
  assert.deepEqual(await ready(), [200, { ready: true, missing: [], degraded, stopping: false }]);
  database = 'missing';
  const missing = ['database'];
  assert.deepEqual(await ready(), [503, { ready: false, missing, degraded, stopping: false }]);
  database = 'ready';
  isStopping = true;
  assert.deepEqual(await ready(), [503, { ready: false, missing: [], degraded: [], stopping: true }]);
});

test('kept mails are a page, newest first and without a way for their text into it', async (t) => {
  const world = await testWorld(t);
  const page = () => fetch(new URL('/mails', world.opsUrl));
  assert.match(await (await page()).text(), /No mail has been sent yet\./);
  for (const index of Array.from({ length: 101 }, (_, number) => number)) {
    await world.app.services.ports.mail.send({
      to: 'ada@example.com',
      subject: index === 100 ? '<script>alert(1)</script>' : `Mail ${index}.`,
      text: `"></pre><img src=x onerror=alert(${index})> & so on`,
      html: '<p>',
      idempotencyKey: `mail-${index}`,
    });
  }
  const response = await page();
  const html = await response.text();
  assert.equal(response.status, 200);
  assert.equal(response.headers.get('content-type'), 'text/html; charset=utf-8');
  assert.match(response.headers.get('content-security-policy') ?? '', /^default-src 'none';/);
  assert.equal(html.match(/<article class="mail">/g)?.length, 100);
  assert.ok(html.indexOf('&lt;script&gt;alert(1)') < html.indexOf('Mail 99.'));
  assert.doesNotMatch(html, /<script|<img|Mail 0\./);
  assert.match(html, /&quot;&gt;&lt;\/pre&gt;&lt;img src=x onerror=alert\(99\)&gt; &amp; so on/);
  const publicly = await fetch(new URL('/mails', world.url));
  assert.equal(publicly.status, 404);
});

test('where mails are sent there is no page of them', async (t) => {
  const env = { MAILER: 'smtp', SMTP_URL: 'smtp://127.0.0.1:1', MAIL_FROM: 'mail@plaza.example' };
  const world = await testWorld(t, { env });
  assert.equal((await fetch(new URL('/mails', world.opsUrl))).status, 404);
});

test('a readiness check that fails or does not answer counts as missing, by its name', async () => {
  const checks = {
    database: () => Promise.reject(new Error('connection refused')),
    transactions: () => new Promise<Health>(() => undefined),
    'live bus': (): Health => 'ready',
  };
  const ops = createOps({ metrics, checks, isStopping: () => false, keptPages: [], callbacks: [] });
  const response = await ops.inject('/ready');
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json(), {
    ready: false,
    missing: ['database', 'transactions'],
    degraded: [],
    stopping: false,
  });
});

test('metrics count operations by endpoint, type and code, and read gauges at each scrape', async () => {
  const ops = createOps({ metrics, checks: {}, isStopping: () => false, keptPages: [], callbacks: [] });
  metrics.finished('client', { type: 'query', code: 'OK', durationMs: 3 });
  metrics.finished('client', { type: 'query', code: 'TIMEOUT', durationMs: 10_001 });
  metrics.refused('admin', { type: 'unknown', code: 'GRAPHQL_PARSE_FAILED' });
  for (const code of [1012, 1006, 4_700, 4_701]) metrics.socketClosed(code);
  let value = 3;
  metrics.gauge({ name: 'things', help: 'Things.', read: () => value });
  metrics.gauge({ name: 'unread', help: 'Not readable now.', read: async () => null });
  metrics.gauge({
    name: 'named',
    help: 'Named things.',
    labelNames: ['name'],
    read: () => (value === 3 ? [{ labels: { name: 'a' }, value: 7 }] : []),
  });
  const { body } = await ops.inject('/metrics');
  for (const line of [
    'graphql_operations_total{endpoint="client",type="query",code="TIMEOUT"} 1',
    'graphql_operations_total{endpoint="admin",type="unknown",code="GRAPHQL_PARSE_FAILED"} 1',
    'graphql_operation_duration_seconds_bucket{le="0.005",endpoint="client",type="query"} 1',
    'graphql_operation_duration_seconds_count{endpoint="client",type="query"} 2',
    'graphql_sockets_closed_total{code="1012"} 1',
    'graphql_sockets_closed_total{code="other"} 2',
    'things 3',
    'named{name="a"} 7',
  ]) {
    assert.ok(body.includes(line), line);
  }
  assert.doesNotMatch(body, /^unread /m);
  assert.match(body, /nodejs_eventloop_lag_seconds/);
  value = 4;
  const later = await ops.inject('/metrics');
  assert.match(later.body, /^things 4$/m);
  assert.doesNotMatch(later.body, /^named/m);
});
