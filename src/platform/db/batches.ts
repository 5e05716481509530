import type { Services } from '../context.ts';
import type { Tx } from './database.ts';

/** All rows of a list, batch by batch: each lies beyond the last row of the one before, until one is empty. */
export async function* readInBatches<Row>(
  read: (after: Row | null) => Promise<readonly Row[]>,
): AsyncGenerator<Row, void> {
  let last: Row | null = null;
  for (;;) {
    const rows: readonly Row[] = await read(last);
    yield* rows;
    const end = rows.at(-1);
    if (end === undefined) return;
    last = end;
  }
}

/** Writes many rows in one short transaction after another. @param write a batch. @returns zero when nothing is left */
export async function writeInBatches(
  { transaction }: Pick<Services, 'transaction'>,
  write: (tx: Tx) => Promise<number>,
): Promise<void> {
  while ((await transaction(write)) > 0);
}
