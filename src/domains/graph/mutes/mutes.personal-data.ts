import { deletePairsOf } from '#platform/db/pairs.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { listExport, type PersonalData } from '#platform/request/personal-data.ts';
import {
  deleteMutedWordsOf,
  listOwnMutedWords,
  listOwnMutes,
  type OwnMute,
} from './personal-data.queries.ts';

const BATCH_MUTES = 1_000;
const MUTES = { table: 'mutes', from: 'muter_id', to: 'muted_id' } as const;

export const mutePersonalData: PersonalData = {
  tables: {
    'public.muted_words': { erased: 'mutes.eraseUser', exported: ['muted-words'] },
    'public.mutes': { erased: 'mutes.eraseUser', exported: ['mutes'] },
  },
  exports: [
    listExport<OwnMute>({
      name: 'mutes',
      description: 'Users whom you mute.',
      list: ({ db }, batch) => listOwnMutes(db, batch),
      show: (mute) => ({ ...mute, id: toGlobalId('user', mute.id) }),
    }),
    {
      name: 'muted-words',
      description: 'Words and phrases that you mute.',
      async *rows({ db }, userId) {
        for (const word of await listOwnMutedWords(db, userId)) {
          yield { ...word, id: toGlobalId('mutedword', word.id) };
        }
      },
    },
  ],
  erasures: [
    {
      name: 'mutes.eraseUser',
      batches: [
        (tx, { userId }) => deletePairsOf(tx, MUTES, { userId, limit: BATCH_MUTES }),
        (tx, { userId }) => deleteMutedWordsOf(tx, userId),
      ],
    },
  ],
};
