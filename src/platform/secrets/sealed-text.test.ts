import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createSealer } from './sealed-text.ts';

test('a sealed text is opened for its purpose by its secret alone, and each sealing of it differs', () => {
  const sealer = createSealer('a secret of at least 32 characters');
  for (const text of ['', 'x', 'Grüße an 愛麗絲 👋🏽\0', 'y'.repeat(100_000)]) {
    const sealed = sealer.seal('mail', text);
    assert.equal(sealer.open('mail', sealed), text);
    assert.notEqual(sealer.seal('mail', text), sealed);
    assert.equal(sealer.open('token', sealed), null);
    assert.equal(createSealer('another secret of 32 characters!').open('mail', sealed), null);
  }
});

test('a sealed text that is changed or cut anywhere is not opened', () => {
  const sealer = createSealer('a secret of at least 32 characters');
  const bytes = Buffer.from(sealer.seal('mail', 'the code is 123456'), 'base64url');
  for (let index = 0; index < bytes.length; index += 1) {
    const changed = Buffer.from(bytes);
    changed[index] = (changed[index] ?? 0) ^ 1;
    assert.equal(sealer.open('mail', changed.toString('base64url')), null, `byte ${index}`);
    assert.equal(sealer.open('mail', bytes.subarray(0, index).toString('base64url')), null);
  }
  for (const nonsense of ['', 'a\0b', '{}']) assert.equal(sealer.open('mail', nonsense), null);
});

test('a sealed text has one form: no other last character stands for the same bytes', () => {
  const sealer = createSealer('a secret of at least 32 characters');
  for (const text of ['a', 'ab', 'abc']) {
    const sealed = sealer.seal('mail', text);
    for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_=') {
      const changed = sealed.slice(0, -1) + last;
      assert.equal(sealer.open('mail', changed), changed === sealed ? text : null, last);
    }
  }
});
