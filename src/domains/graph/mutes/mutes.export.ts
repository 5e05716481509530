import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnMutedWords, listOwnMutes, type OwnMute } from './personal-data.queries.ts';

const BATCH_MUTES = 1_000;

export const muteExports: readonly ExportPart[] = [
  {
    name: 'mutes',
    description: 'Whom you mute.',
    async *rows({ db, clock }, muterId) {
      const now = clock.now();
      const mutes = readInBatches((last: OwnMute | null) =>
        listOwnMutes(db, { muterId, now, after: last?.id ?? null, limit: BATCH_MUTES }),
      );
      for await (const mute of mutes) yield { ...mute, id: toGlobalId('user', mute.id) };
    },
  },
  {
    name: 'muted-words',
    description: 'The words that you do not want to read.',
    async *rows({ db }, userId) {
      for (const word of await listOwnMutedWords(db, userId)) {
        yield { ...word, id: toGlobalId('mutedword', word.id) };
      }
    },
  },
];
