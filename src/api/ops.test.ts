import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMetrics, createOps } from '#api/ops.ts';

const metrics = createMetrics({ sockets: () => ({ sockets: 3, subscriptions: 12 }) });

test('a process is healthy while it answers, and ready when nothing is missing', async () => {
  const missing: string[] = [];
  const ops = createOps({ metrics, notReady: async () => missing });
  assert.deepEqual((await ops.inject('/health')).json(), { status: 'up' });
  assert.deepEqual((await ops.inject('/ready')).json(), { ready: true, missing: [] });
  missing.push('database');
  const response = await ops.inject('/ready');
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json(), { ready: false, missing: ['database'] });
});

test('a readiness check that fails means not ready', async () => {
  const ops = createOps({ metrics, notReady: () => Promise.reject(new Error('connection refused')) });
  const response = await ops.inject('/ready');
  assert.equal(response.statusCode, 503);
  assert.deepEqual(response.json(), { ready: false, missing: ['checks failed'] });
});

test('metrics tell operations by endpoint, type and code, and what the sockets carry', async () => {
  const ops = createOps({ metrics, notReady: async () => [] });
  metrics.finished('client', { type: 'query', code: 'OK', durationMs: 3, statements: 1 });
  metrics.finished('client', { type: 'query', code: 'TIMEOUT', durationMs: 10_001, statements: 1 });
  const { body } = await ops.inject('/metrics');
  for (const line of [
    'graphql_operations_total{endpoint="client",type="query",code="TIMEOUT"} 1',
    'graphql_operation_duration_seconds_bucket{le="0.005",endpoint="client",type="query"} 1',
    'graphql_operation_duration_seconds_count{endpoint="client",type="query"} 2',
    'graphql_sockets 3',
    'graphql_subscriptions 12',
  ]) {
    assert.ok(body.includes(line), line);
  }
  assert.match(body, /nodejs_eventloop_lag_seconds/);
});
