import assert from 'node:assert/strict';
import { test } from 'node:test';
import { z } from 'zod';
import { withoutCardNumber } from './money-texts.policy.ts';

const isTaken = (text: string): boolean => withoutCardNumber(z.string()).safeParse(text).success;

test('the number of a card is found however it is written, and by each issuer', () => {
  for (const text of [
    '4242424242424242',
    'my card is 4242 4242 4242 4242, thanks',
    'card:4242-4242-4242-4242 12/29 123',
    '1. 4242.4242.4242.4242',
    '4242\n4242\n4242\n4242',
    '4242 - 4242 4242 4242',
    '４２４２４２４２４２４２４２４２',
    '4242\u200b4242\u200b4242\u200b4242',
    'nr4242424242424242x',
    '4222222222222',
    '5555555555554444',
    '2223003122003222',
    '3782 822463 10005',
    '30569309025904',
    '3566002020360505',
    '6011111111111117',
    '6205 5000 0000 0000 004',
    '6759649826438453',
  ]) {
    assert.ok(!isTaken(text), text);
  }
});

test('other numbers are no cards: with a wrong check digit, of no issuer, too short, too long or apart', () => {
  for (const text of [
    '4242424242424241',
    '1234567812345670',
    '424242424242',
    '42424242424242424242',
    '4242 words 4242 4242 4242',
    '4242... 4242 4242 4242',
    'IBAN DE89 3704 0044 0532 0130 00',
    'SEPA 2026-11-24 08:30:50',
    '+49 30 1234567',
    '1000000 coins for 4.49',
    '',
  ]) {
    assert.ok(isTaken(text), text);
  }
});
