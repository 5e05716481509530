import { sql } from 'kysely';
import { earn, payOut } from '#test/support/money/earnings.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';
import type { Company } from './company.ts';

/** Coins given by an admin, some of which are taken again. */
export async function haveCoins(world: World, person: Person, { friend }: Company): Promise<void> {
  const admin = await world.admin();
  const given = [
    [person, 500],
    [person, -100],
    [friend, 10],
  ] as const;
  for (const [who, amountCoins] of given) {
    await admin.do(
      'mutation ($input: AdminAdjustCoinsInput!) { adminAdjustCoins(input: $input) { errors { code } } }',
      {
        input: {
          userId: who.id,
          amountCoins,
          reason: 'Thanks.',
          idempotencyKey: `${amountCoins}-${who.username}-${person.username}`,
        },
      },
    );
  }
  await person.do(
    'mutation { setSpendingLimit(input: { period: WEEK, limitCoins: 50 }) { errors { code } } }',
  );
  await person.do(
    'mutation { setSpendingLimit(input: { kind: PURCHASES, period: WEEK, limitCoins: 1000000 }) { errors { code } } }',
  );
}

/** Earnings, a payout of some, and others to which a debt was owed. */
export async function bePaidOut(world: World, person: Person): Promise<void> {
  world.clock.advance('6s');
  await world.runJobs();
  await payOut(world, person, [20]);
  await earn(world, person, 10);
  // As after a refund of coins that were earned and paid out, and later earnings that paid it.
  await world.app.services.transaction((tx) =>
    sql`insert into coin_debts (user_id, coins) values (${uuidOf(person.id)}, 0)`.execute(tx),
  );
}
