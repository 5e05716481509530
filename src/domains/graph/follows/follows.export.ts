import type { Services } from '#platform/context.ts';
import { readInBatches } from '#platform/db/batches.ts';
import type { Db } from '#platform/db/database.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import {
  listFollowedBy,
  listFollowersOf,
  listReceivedRequests,
  listSentRequests,
  type Other,
} from './personal-data.queries.ts';

const BATCH_PEOPLE = 1_000;

export const followExports: readonly ExportPart[] = [
  {
    name: 'following',
    description: 'Whom you follow.',
    rows: (services, userId) => people(services, userId, listFollowedBy),
  },
  {
    name: 'followers',
    description: 'Who follows you.',
    rows: (services, userId) => people(services, userId, listFollowersOf),
  },
  {
    name: 'follow-requests-sent',
    description: 'Whom you asked for leave to follow them.',
    rows: (services, userId) => people(services, userId, listSentRequests),
  },
  {
    name: 'follow-requests-received',
    description: 'Who asked for your leave to follow you, and when you declined.',
    rows: (services, userId) => people(services, userId, listReceivedRequests),
  },
];

type List = (
  db: Db,
  batch: { userId: string; now: Date; after: Other | null; limit: number },
) => Promise<Other[]>;

async function* people({ db, clock }: Services, userId: string, list: List): AsyncGenerator<object> {
  const now = clock.now();
  const others = readInBatches((after: Other | null) =>
    list(db, { userId, now, after, limit: BATCH_PEOPLE }),
  );
  for await (const other of others) yield { ...other, id: toGlobalId('user', other.id) };
}
