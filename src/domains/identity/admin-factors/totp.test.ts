import assert from 'node:assert/strict';
import { test } from 'node:test';
import { base32Of, bytesOfBase32 } from './base32.ts';
import { matchingStep, newTotpSecret, totpCodeOf, totpStepOf, totpUri } from './totp.ts';

/** RFC 6238, appendix B, SHA-1: times in seconds and codes of eight digits, of which ours are the last six. */
const RFC_6238 = [
  [59, '94287082'],
  [1_111_111_109, '07081804'],
  [1_111_111_111, '14050471'],
  [1_234_567_890, '89005924'],
  [2_000_000_000, '69279037'],
  [20_000_000_000, '65353130'],
] as const;
const SECRET = base32Of(Buffer.from('12345678901234567890'));

test('codes are those of the vectors of RFC 6238', () => {
  for (const [seconds, code] of RFC_6238) {
    assert.equal(totpCodeOf(SECRET, totpStepOf(new Date(seconds * 1_000))), code.slice(2));
  }
});

test('a code counts in its step, the one before and the one after, and only after the last that was taken', () => {
  const now = new Date('2026-12-02T09:00:00Z');
  const present = totpStepOf(now);
  const stepOf = (step: number, lastStep = 0): number | null =>
    matchingStep({ secret: SECRET, lastStep }, totpCodeOf(SECRET, step), now);
  assert.deepEqual(
    [-2, -1, 0, 1, 2].map((distance) => stepOf(present + distance)),
    [null, present - 1, present, present + 1, null],
  );
  assert.deepEqual(
    [-1, 0, 1].map((distance) => stepOf(present + distance, present)),
    [null, null, present + 1],
  );
  const spaced = totpCodeOf(SECRET, present).replace(/^.../, '$& ');
  assert.equal(matchingStep({ secret: SECRET, lastStep: 0 }, spaced, now), present);
  for (const nonsense of ['', '12345', '1234567', 'abcdef', '１２３４５６'])
    assert.equal(matchingStep({ secret: SECRET, lastStep: 0 }, nonsense, now), null);
});

test('secrets are 160 random bits in base32, whose vectors are those of RFC 4648', () => {
  const vectors = {
    f: 'MY',
    fo: 'MZXQ',
    foo: 'MZXW6',
    foob: 'MZXW6YQ',
    fooba: 'MZXW6YTB',
    foobar: 'MZXW6YTBOI',
  };
  for (const [text, encoded] of Object.entries(vectors)) {
    assert.equal(base32Of(Buffer.from(text)), encoded);
    assert.equal(bytesOfBase32(encoded).toString(), text);
  }
  const secret = newTotpSecret();
  assert.match(secret, /^[A-Z2-7]{32}$/);
  assert.notEqual(newTotpSecret(), secret);
  assert.equal(
    totpUri({ secret, account: 'eve+x@example.com' }),
    `otpauth://totp/Plaza%20admin:eve%2Bx%40example.com?secret=${secret}&issuer=Plaza%20admin`,
  );
});
