import assert from 'node:assert/strict';
import { test } from 'node:test';
import { getNamedType, type GraphQLNamedType, type GraphQLSchema, isInputObjectType } from 'graphql';
import { isInterfaceType, isObjectType, isScalarType } from 'graphql';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';

const schemas = buildSchemas(defaultLimits);

/** Of results: sums of coins pass the range of an Int, and one type for all of them is exact up to 2⁵³. */
const IS_COINS = /coins$|^balanceAfter$/i;
/** Of results: sums of money, as those of coins. */
const IS_MONEY_SUM = /^AdminTrialBalanceCash\.\w+Minor$/;
const IS_MONEY = /coins?(?![a-z])|amount|price|minor|fees?(?![a-z])|balance/i;

type Place = { readonly place: string; readonly type: GraphQLNamedType; readonly isGiven: boolean };

/** Every field, argument and input field with its type. */
function placesOf(schema: GraphQLSchema): Place[] {
  return Object.values(schema.getTypeMap())
    .filter((type) => !type.name.startsWith('__'))
    .flatMap((type): Place[] => {
      if (isInputObjectType(type)) {
        return Object.values(type.getFields()).map((field) => ({
          place: `${type.name}.${field.name}`,
          type: getNamedType(field.type),
          isGiven: true,
        }));
      }
      if (!isObjectType(type) && !isInterfaceType(type)) return [];
      return Object.values(type.getFields()).flatMap((field) => [
        { place: `${type.name}.${field.name}`, type: getNamedType(field.type), isGiven: false },
        ...field.args.map((arg) => ({
          place: `${type.name}.${field.name}.${arg.name}`,
          type: getNamedType(arg.type),
          isGiven: true,
        })),
      ]);
    });
}

const nameOf = (place: string): string => place.split('.').at(-1) ?? '';

/** Scalars that are numbers, or could carry one as text. */
const amountsOf = (schema: GraphQLSchema): Place[] =>
  placesOf(schema).filter(({ place, type }) => IS_MONEY.test(nameOf(place)) && isScalarType(type));

const wantedType = ({ place, isGiven }: Place): string =>
  !isGiven && (IS_COINS.test(nameOf(place)) || IS_MONEY_SUM.test(place)) ? 'Float' : 'Int';

for (const endpoint of ['client', 'admin'] as const) {
  test(`coins that the ${endpoint} API gives are Float, and all other amounts Int`, () => {
    const amounts = amountsOf(schemas[endpoint]).filter(({ type }) => type.name !== 'Boolean');
    assert.ok(amounts.length > 20, String(amounts.length));
    const wrong = amounts.filter((amount) => amount.type.name !== wantedType(amount));
    assert.deepEqual(
      wrong.map(({ place, type }) => `${place}: ${type.name}`),
      [],
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
