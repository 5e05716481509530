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
