import { Client } from 'pg';
import type { Cause } from '#domains/money/ledger/ledger.service.ts';
import { creditCoins, spendCoins } from '#domains/money/ledger/ledger.service.ts';
import type { CoinKind } from '#domains/money/ledger/ledger.types.ts';
import { verifyBooks } from '#domains/money/verification/verify.service.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** Stands for an admin. */
export const TREASURER = '00000000-0000-7000-8000-00000000aaaa';

type Grant = { readonly kind?: CoinKind; readonly key?: string; readonly expiresAt?: Date };

/** Gives a person coins by the ledger's service, as purchases and grants do. */
export async function give(
  { app: { services } }: World,
  person: Person,
  amountCoins: number,
  { kind = 'PROMO', key, expiresAt }: Grant = {},
) {
  const cause: Cause = { type: 'PROMO_GRANT', initiatorId: TREASURER, idempotencyKey: key ?? null };
  return services.transaction((tx) =>
    creditCoins(services, tx, {
      userId: uuidOf(person.id),
      kind,
      amountCoins,
      ...cause,
      ...(expiresAt && { promoExpiresAt: expiresAt }),
    }),
  );
}

/** Takes coins from a person as a spending does. */
export async function spend({ app: { services } }: World, person: Person, amountCoins: number, key?: string) {
  const cause: Cause = { type: 'ADMIN_ADJUSTMENT', initiatorId: TREASURER, idempotencyKey: key ?? null };
  const to = { COINS: 'ISSUED', PROMO: 'PROMO_EXPENSE' } as const;
  return services.transaction((tx) =>
    spendCoins(services, tx, { userId: uuidOf(person.id), amountCoins, to, ...cause }),
  );
}

/** The differences that a verification of the books finds. */
export async function differencesOf({ app: { services } }: World): Promise<string[]> {
  const differences: string[] = [];
  await verifyBooks(services.db, {
    onChecked: () => undefined,
    onDifference: (text) => void differences.push(text),
  });
  return differences;
}

export async function rowsOf<Row extends object>({ connectionString }: World, text: string): Promise<Row[]> {
  const client = new Client({ connectionString });
  await client.connect();
  try {
    return (await client.query<Row>(text)).rows;
  } finally {
    await client.end();
  }
}

export const BALANCE = '{ myCoinBalance { coins promoCoins totalCoins } }';

export const balanceOf = async (person: Person) => (await person.do(BALANCE)).myCoinBalance;
