/**
 * `searchMessages`: the messages that the caller sees, by words and phrases, newest first.
 * Owns `message_search`, the words of each message, kept by a follower of the event log.
 * Begin with message-search.service.ts; message-search.jobs.ts keeps the index.
 */
import { defineModule } from '#platform/request/module.ts';
import { messageSearchFollowers, messageSearchJobs } from './message-search.jobs.ts';
import './message-search.schema.ts';

defineModule({
  name: 'message-search',
  jobs: messageSearchJobs,
  followers: messageSearchFollowers,
  personalData: {
    tables: {
      'public.message_search': {
        erased: { words: 'those of the texts that their recipients keep' },
        exported: 'words of texts, which are exported with the messages',
      },
    },
  },
});
