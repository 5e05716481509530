import type { Services } from './services.ts';
import type { Tx } from './transaction.ts';

/** Yields all rows of a list in batches, each after the last row of the batch before, until one is empty. */
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

/** Writes in many short transactions. @param write writes a batch. @returns zero when nothing is left */
export async function writeInBatches(
  { transaction }: Pick<Services, 'transaction'>,
  write: (tx: Tx) => Promise<number>,
): Promise<void> {
  while ((await transaction(write)) > 0);
}
