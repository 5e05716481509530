/**
 * Votes in polls of messages: who may vote there, and how members are told of results.
 * Owns no table: polls are of the foundation, which asks message-polls.service.ts.
 * Begin with message-polls.service.ts; message-polls.jobs.ts tells of votes once a second.
 */
import { provideMessageVoting } from '#domains/foundation/polls/message-voting.service.ts';
import { defineModule } from '#platform/request/module.ts';
import { messagePollFollowers } from './message-polls.jobs.ts';
import { messagePollVoting } from './message-polls.service.ts';

provideMessageVoting(messagePollVoting);

defineModule({ name: 'message-polls', followers: messagePollFollowers });
