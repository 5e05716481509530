import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, type GraphQLNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { isInterfaceType, isObjectType, isScalarType } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';

const schemas = buildSchemas(defaultLimits);

/** Sums over many users or actions, which pass the range of an Int and are exact up to 2⁵³. */
const SUMS = {
  client: [
    'AccountDeletionTerms.unpaidEarningsCoins',
    'Post.tipCoins',
    'SpendingLimit.spentCoins',
    'TopTipper.coins',
    ...['availableCoins', 'debtCoins', 'nextClearingCoins', 'paidOutCoins', 'pendingCoins'].map(
      (name) => `Earnings.${name}`,
    ),
  ],
  admin: [
    'breakageCoins',
    'disputedCoins',
    'heldByUsersCoins',
    'issuedCoins',
    'lossCoins',
    'paidOutCoins',
    'platformFeeCoins',
    'promoExpenseCoins',
    'tipsInFlightCoins',
    'unclaimedCoins',
  ]
    .map((name) => `AdminLedgerReport.${name}`)
    .concat(
      ['availableCoins', 'debtCoins', 'paidOutCoins', 'pendingCoins'].map((name) => `AdminEarnings.${name}`),
    )
    .concat(['availableCoins', 'pendingCoins'].map((name) => `AdminBalanceDue.${name}`))
    .concat(
      ['closingCoins', 'creditCoins', 'debitCoins', 'openingCoins'].map(
        (name) => `AdminTrialBalanceCoins.${name}`,
      ),
    )
    .concat(
      ['closingMinor', 'creditMinor', 'debitMinor', 'openingMinor'].map(
        (name) => `AdminTrialBalanceCash.${name}`,
      ),
    )
    .concat('AdminCoinEntry.amountCoins', 'AdminDebtor.owedCoins'),
} as const;

const IS_MONEY = /coins?(?![a-z])|amount|price|minor|fees?(?![a-z])|balance/i;

type Place = { readonly place: string; readonly type: GraphQLNamedType };

/** Every field, argument and input field with its type. */
function placesOf(schema: GraphQLSchema): Place[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type): Place[] => {
      if (isInputObjectType(type)) {
        return Object.values(type.getFields()).map((field) => ({
          place: `${type.name}.${field.name}`,
          type: getNamedType(field.type),
        }));
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      return Object.values(type.getFields()).flatMap((field) => [
        { place: `${type.name}.${field.name}`, type: getNamedType(field.type) },
        ...field.args.map((arg) => ({
          place: `${type.name}.${field.name}.${arg.name}`,
          type: getNamedType(arg.type),
        })),
      ]);
    });
}

const nameOf = (place: string): string => place.split('.').at(-1) ?? '';

/** Scalars that are numbers, or could carry one as text. */
const amountsOf = (schema: GraphQLSchema): Place[] =>
  placesOf(schema).filter(({ place, type }) => IS_MONEY.test(nameOf(place)) && isScalarType(type));

for (const endpoint of ['client', 'admin'] as const) {
  test(`every amount of the ${endpoint} API is an Int, but sums over many users or actions`, () => {
    const amounts = amountsOf(schemas[endpoint]).filter(({ type }) => type.name !== 'Boolean');
    assert.ok(amounts.length > 20, String(amounts.length));
    const others = amounts.filter(({ type }) => type.name !== 'Int');
    assert.deepEqual(
      others.map(({ place, type }) => `${place}: ${type.name}`).toSorted(),
      SUMS[endpoint].map((place) => `${place}: Float`).toSorted(),
    );
  });

  test(`money of the ${endpoint} API has an integer of the smallest unit`, () => {
    const money = placesOf(schemas[endpoint]).filter(({ place }) => place.startsWith('Money.'));
    assert.deepEqual(money.map(({ place, type }) => `${place}: ${type.name}`).toSorted(), [
      'Money.amountMinor: Int',
      'Money.currency: String',
    ]);
  });
}
