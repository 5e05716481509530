import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';
import { createContexts } from './context.ts';

test('a caller’s address is that of the connection, unless trusted proxies name another', async (t) => {
  const { services } = (await testWorld(t)).app;
  const authenticator = { authenticate: () => assert.fail('there is no token') };
  const addressBehind = async (trustedProxies: number, forwarded: string | null): Promise<string> => {
    const contexts = createContexts({ services, authenticator, trustedProxies, countryHeader: null });
    const headers = forwarded === null ? {} : { 'x-forwarded-for': forwarded };
    const request = { headers, socket: { remoteAddress: '10.0.0.9' } };
    return (await contexts.ofRequest(request, new AbortController().signal)).caller.ip;
  };
  assert.equal(await addressBehind(0, '6.6.6.6'), '10.0.0.9');
  assert.equal(await addressBehind(1, null), '10.0.0.9');
  assert.equal(await addressBehind(1, '6.6.6.6, 203.0.113.7'), '203.0.113.7');
  assert.equal(await addressBehind(2, '6.6.6.6, 203.0.113.7, 10.0.0.8'), '203.0.113.7');
  assert.equal(await addressBehind(3, '203.0.113.7'), '203.0.113.7');
});
