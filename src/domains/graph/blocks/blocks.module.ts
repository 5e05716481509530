/**
 * Blocks: each of the two is invisible to the other from then on, and edges between them end.
 * Owns `blocks`.
 * Begin with blocks.service.ts; the rule that others apply is in the visibility policy of the foundation.
 */
import { deletePairsOf } from '#platform/db/pairs.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { defineModule } from '#platform/request/module.ts';
import { listExport } from '#platform/request/personal-data.ts';
import { listOwnBlocks, type OwnBlock } from './personal-data.queries.ts';
import './blocks.schema.ts';

const BATCH_BLOCKS = 500;
const BLOCKS = { table: 'blocks', from: 'blocker_id', to: 'blocked_id' } as const;

defineModule({
  name: 'blocks',
  personalData: {
    tables: {
      'public.blocks': { erased: 'blocks.eraseUser', exported: ['blocks'] },
    },
    exports: [
      listExport<OwnBlock>({
        name: 'blocks',
        description: 'Users whom you block.',
        list: ({ db }, batch) => listOwnBlocks(db, batch),
        show: (block) => ({ ...block, id: toGlobalId('user', block.id) }),
      }),
    ],
    erasures: [
      {
        name: 'blocks.eraseUser',
        batches: [(tx, { userId }) => deletePairsOf(tx, BLOCKS, { userId, limit: BATCH_BLOCKS })],
      },
    ],
  },
});
