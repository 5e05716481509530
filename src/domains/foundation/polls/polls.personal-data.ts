import { readInBatches } from '#platform/outbox/batches.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import { type ExportPart, listExport, type PersonalData } from '#platform/request/personal-data.ts';
import {
  deleteVotesIn,
  listOwnPolls,
  listOwnPollsOfMessages,
  listOwnVotes,
  lockPollsVotedIn,
  type OwnPoll,
  type OwnVote,
} from './personal-data.queries.ts';

const BATCH_POLLS = 500;

/** Read in three passes, each by an index: posts that exist, posts that are deleted, then messages. */
const pollsExport: ExportPart = {
  name: 'polls',
  description: 'The polls in your posts, including posts that you deleted, and in your messages.',
  async *rows({ db }, authorId) {
    for (const isDeleted of [false, true]) {
      const polls = readInBatches((last: OwnPoll | null) =>
        listOwnPolls(db, { authorId, isDeleted, after: last?.id ?? null, limit: BATCH_POLLS }),
      );
      for await (const poll of polls) yield shown(poll);
    }
    const polls = readInBatches((last: OwnPoll | null) =>
      listOwnPollsOfMessages(db, { senderId: authorId, after: last?.messageId ?? null, limit: BATCH_POLLS }),
    );
    for await (const poll of polls) yield shown(poll);
  },
};

const shown = ({ id, postId, messageId, ...poll }: OwnPoll): object => ({
  ...poll,
  id: toGlobalId('poll', id),
  postId: postId === null ? null : toGlobalId('post', postId),
  messageId: messageId === null ? null : toGlobalId('message', messageId),
});

const votesExport = listExport<OwnVote>({
  name: 'poll-votes',
  description: 'The options that you chose in polls.',
  list: ({ db }, { userId, after, limit }) =>
    listOwnVotes(db, { voterId: userId, after: after?.optionId ?? null, limit }),
  show: ({ pollId, optionId, votedAt }) => ({
    pollId: toGlobalId('poll', pollId),
    optionId: toGlobalId('polloption', optionId),
    votedAt,
  }),
});

/** Erases the votes of a user in some polls. @returns in how many */
async function eraseVotes(tx: Tx, { userId }: { userId: string }): Promise<number> {
  const pollIds = await lockPollsVotedIn(tx, userId, BATCH_POLLS);
  if (pollIds.length > 0) await deleteVotesIn(tx, userId, pollIds);
  return pollIds.length;
}

export const pollPersonalData: PersonalData = {
  tables: {
    'public.poll_votes': { erased: 'polls.eraseVotes', exported: ['poll-votes'] },
  },
  exports: [pollsExport, votesExport],
  erasures: [{ name: 'polls.eraseVotes', batches: [eraseVotes] }],
};
