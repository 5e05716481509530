import { readInBatches } from '#platform/db/batches.ts';
import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnPolls, listOwnVotes, type OwnPoll, type OwnVote } from './personal-data.queries.ts';

const BATCH_POLLS = 500;
const BATCH_VOTES = 1_000;

export const pollExports: readonly ExportPart[] = [
  {
    name: 'polls',
    description: 'The polls in what you published, and in what of it you deleted since.',
    async *rows({ db }, authorId) {
      for (const isDeleted of [false, true]) {
        const polls = readInBatches((last: OwnPoll | null) =>
          listOwnPolls(db, { authorId, isDeleted, after: last?.id ?? null, limit: BATCH_POLLS }),
        );
        for await (const poll of polls) {
          yield { ...poll, id: toGlobalId('poll', poll.id), postId: toGlobalId('post', poll.postId) };
        }
      }
    },
  },
  {
    name: 'poll-votes',
    description: 'What you chose in polls.',
    async *rows({ db }, voterId) {
      const votes = readInBatches((last: OwnVote | null) =>
        listOwnVotes(db, { voterId, after: last?.optionId ?? null, limit: BATCH_VOTES }),
      );
      for await (const vote of votes) {
        yield {
          pollId: toGlobalId('poll', vote.pollId),
          optionId: toGlobalId('polloption', vote.optionId),
          votedAt: vote.votedAt,
        };
      }
    },
  },
];
