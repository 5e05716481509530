import { provideMessageVoting } from '#domains/foundation/polls/message-voting.service.ts';
import { defineModule } from '#platform/request/module.ts';
import { messagePollFollowers } from './message-polls.jobs.ts';
import { messagePollVoting } from './message-polls.service.ts';

provideMessageVoting(messagePollVoting);

defineModule({ name: 'message-polls', followers: messagePollFollowers });
