import { defineEvent } from '#platform/outbox/events/definition.ts';
import type { PollSubject } from './polls.types.ts';

/** A user voted, changed or removed their vote. `voterId` is null for an anonymous poll. */
export const pollVoted = defineEvent<PollSubject & { pollId: string; voterId: string | null }>('poll.voted');

/** Emitted once for each poll, whether closed by its author or by `closesAt`. Its counts are final except for erased voters. */
export const pollClosed = defineEvent<PollSubject & { pollId: string; authorId: string }>('poll.closed');
