import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network.ts';

test('all addresses of one IPv6 /64 network share one key, in every notation', () => {
  const spellings = [
    '2001:db8:1:2::1',
    '2001:db8:1:2:ffff:ffff:ffff:ffff',
    '2001:0DB8:0001:0002:0:0:0:0',
    '2001:db8:1:2:0:0:10.0.0.1',
  ];
  for (const ip of spellings) assert.equal(networkOf(ip), '2001:db8:1:2::/64', ip);
  assert.equal(networkOf('2001:db8:1:3::1'), '2001:db8:1:3::/64');
  assert.equal(networkOf('::1'), '0:0:0:0::/64');
  assert.equal(networkOf('fe80::1%eth0'), 'fe80:0:0:0::/64');
  assert.equal(networkOf('1:2:3:4:5:6:7::'), '1:2:3:4::/64');
});

test('an IPv4 address has its own key, also in its IPv4-mapped IPv6 form', () => {
  assert.equal(networkOf('203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::ffff:203.0.113.7'), '203.0.113.7');
  assert.equal(networkOf('::FFFF:cb00:7107'), '203.0.113.7');
});

test('a text that is no IP address is its own key', () => {
  for (const text of ['', 'unknown', '_hidden', '2001:db8::1::2']) assert.equal(networkOf(text), text);
});
