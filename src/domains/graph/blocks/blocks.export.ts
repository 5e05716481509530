import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnBlocks, type OwnBlock } from './personal-data.queries.ts';

const BATCH_BLOCKS = 1_000;

export const blockExport: ExportPart = {
  name: 'blocks',
  description: 'Whom you block.',
  async *rows({ db, clock }, blockerId) {
    const now = clock.now();
    const blocks = readInBatches((last: OwnBlock | null) =>
      listOwnBlocks(db, { blockerId, now, after: last?.id ?? null, limit: BATCH_BLOCKS }),
    );
    for await (const block of blocks) yield { ...block, id: toGlobalId('user', block.id) };
  },
};
