import { lockCoins } from '#domains/money/ledger/ledger.queries.ts';
import { findLot } from '#domains/money/ledger/lots.queries.ts';
import { settleLots } from '#domains/money/ledger/lots.service.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

/** The coins of a credit that are not spent, nor taken back, expired or held. */
export const refundable = (
  { app: { services } }: World,
  person: Person,
  sourceTransferId: string,
): Promise<{ COINS: number; PROMO: number }> =>
  services.transaction(async (tx) => {
    const userId = uuidOf(person.id);
    const locked = await lockCoins(tx, userId);
    const left = { COINS: 0, PROMO: 0 };
    if (!locked) return left;
    await settleLots(tx, userId);
    for (const kind of ['COINS', 'PROMO'] as const) {
      left[kind] = (await findLot(tx, { userId, kind, sourceTransferId }))?.remaining ?? 0;
    }
    return left;
  });
