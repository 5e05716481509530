import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { FIRST_ID, listOwnReactions } from './reactions.queries.ts';
import type { OwnReaction, SubjectKind } from './reactions.types.ts';

const BATCH_REACTIONS = 1_000;

const part = (kind: SubjectKind, description: string): ExportPart => ({
  name: `${kind}-reactions`,
  description,
  async *rows({ db }, userId) {
    const reactions = readInBatches((last: OwnReaction | null) =>
      listOwnReactions[kind](db, { userId, after: last?.subjectId ?? FIRST_ID, limit: BATCH_REACTIONS }),
    );
    for await (const { subjectId, type, reactedAt } of reactions) {
      yield { id: toGlobalId(kind, subjectId), type, reactedAt };
    }
  },
});

export const reactionExports: readonly ExportPart[] = [
  part('post', 'What you felt about which posts.'),
  part('comment', 'What you felt about which comments.'),
];
