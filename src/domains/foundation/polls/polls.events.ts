import { defineEvent } from '#platform/events/definition.ts';

/** Somebody chose, chose anew, or took their vote back; who, stays unsaid of an anonymous poll. */
export const pollVoted = defineEvent<{ pollId: string; postId: string; voterId: string | null }>(
  'poll.voted',
);

/** Once for each poll, however it was closed: its counts are final but for people who are erased. */
export const pollClosed = defineEvent<{ pollId: string; postId: string }>('poll.closed');
