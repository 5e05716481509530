import { createIds } from '#platform/kernel/ids.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { UserContext } from '#platform/request/context.ts';
import { localUserContext } from '#platform/request/local-context.ts';
import type { PlannedPost } from './plan.ts';

export type Town = {
  readonly services: Services;
  readonly tx: Tx;
  readonly foundedAt: Date;
  idOf(username: string): string;
};

/** Services before the creation of the world, within one transaction. */
export function servicesBefore({ services, tx, foundedAt }: Town, agoMs: number): Services {
  const at = new Date(foundedAt.getTime() - agoMs);
  const clock = { now: () => at };
  const transaction: Services['transaction'] = (work) => work(tx);
  return { ...services, clock, ids: createIds(clock), db: tx, transaction, write: tx.write };
}

/** The actions of one account before the creation of the world, within one transaction. */
export const contextAt = (town: Town, username: string, agoMs: number): UserContext =>
  localUserContext(servicesBefore(town, agoMs), town.idOf(username));

/** No two planned posts say the same. */
export async function findPostId({ tx, idOf }: Town, { author, text }: PlannedPost): Promise<string> {
  const found = tx
    .selectFrom('posts')
    .select('id')
    .where('author_id', '=', idOf(author))
    .where('text', '=', text);
  return (await found.executeTakeFirstOrThrow()).id;
}
