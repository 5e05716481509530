/**
 * Polls of posts and of messages: options, votes, results, and the job that closes a poll at its time.
 * Owns `polls`, `poll_options` and `poll_votes`. Whether a message takes votes is asked through message-voting.service.ts,
 * which the domain message-polls answers. Begin with polls.service.ts; polls.policy.ts has the rules.
 */
import { defineModule } from '#platform/request/module.ts';
import { pollJobs } from './polls.jobs.ts';
import { pollPersonalData } from './polls.personal-data.ts';
import './polls.schema.ts';

defineModule({
  name: 'polls',
  ids: ['poll', 'polloption'],
  jobs: pollJobs,
  personalData: pollPersonalData,
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    poll: true;
    polloption: true;
  }
}
