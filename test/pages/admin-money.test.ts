import assert from 'node:assert/strict';
import { test } from 'node:test';
import { chargeRuleOf } from '#adapters/payments/stripe-currencies.ts';
import { majorOf, minorOf, moneyText } from '../../packages/admin-panel/src/parts/money.ts';

test('the panel shows amounts with as many digits as their currency has by ISO 4217', () => {
  const texts = [
    [499, 'EUR'],
    [500, 'JPY'],
    [1_550, 'KWD'],
    [450_000, 'COP'],
    [0, 'USD'],
  ] as const;
  assert.deepEqual(
    texts.map(([amountMinor, currency]) =>
      moneyText({ amountMinor, currency }, 'en-GB').replaceAll('\u00a0', ' '),
    ),
    ['EUR 4.99', 'JPY 500', 'KWD 1.550', 'COP 4,500.00', 'USD 0.00'],
  );
});

test('the panel counts each currency that can be charged as the API does', () => {
  const charged = Intl.supportedValuesOf('currency').flatMap((currency) => {
    const rule = chargeRuleOf(currency);
    return rule ? [[currency, rule.digits] as const] : [];
  });
  assert.equal(charged.length > 100, true);
  const digitsIn = (currency: string): number => -Math.log10(majorOf({ amountMinor: 1, currency }));
  assert.deepEqual(
    charged.filter(([currency, digits]) => Math.round(digitsIn(currency)) !== digits),
    [],
  );
});

test('the panel reads an amount that an admin writes, and refuses more digits than the currency has', () => {
  const given = [
    ['12.5', 'EUR'],
    ['12,50', 'EUR'],
    [' 12 ', 'EUR'],
    ['0.01', 'EUR'],
    ['12.505', 'EUR'],
    ['12.505', 'KWD'],
    ['500', 'JPY'],
    ['500.0', 'JPY'],
    ['-1', 'EUR'],
    ['1e3', 'EUR'],
    ['', 'EUR'],
  ] as const;
  assert.deepEqual(
    given.map(([text, currency]) => minorOf(text, currency)),
    [1_250, 1_250, 1_200, 1, null, 12_505, 500, null, null, null, null],
  );
});
