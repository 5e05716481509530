/**
 * `searchPosts`: posts by their words, hashtags and filters, by relevance or the newest first.
 * Owns `post_search` and `search_segments`, an index of words that a follower of the event log keeps.
 * Begin with search.service.ts; search.policy.ts reads a query, search.jobs.ts keeps the index.
 */
import { defineModule } from '#platform/request/module.ts';
import { searchFollowers, searchJobs } from './search.jobs.ts';
import './search.schema.ts';

defineModule({
  name: 'search',
  jobs: searchJobs,
  followers: searchFollowers,
});
