import assert from 'node:assert/strict';
import { test } from 'node:test';
import { testWorld } from '#test/support/world.ts';
import { createContexts } from './context.ts';

test('the caller’s IP address is that of the connection, unless trusted proxies forward another', async (t) => {
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
  assert.equal(await addressBehind(1, '203.0.113.7:50123'), '203.0.113.7');
  assert.equal(await addressBehind(1, '[2001:db8::7]:50123'), '2001:db8::7');
  assert.equal(await addressBehind(1, '[2001:db8::7]'), '2001:db8::7');
  assert.equal(await addressBehind(1, '2001:db8::7'), '2001:db8::7');
  for (const word of ['unknown', '_hidden', '203.0.113.7:x', '']) {
    assert.equal(await addressBehind(1, word), '10.0.0.9', word);
    assert.equal(await addressBehind(2, `${word}, 10.0.0.8`), '10.0.0.8', word);
  }
});
