/**
 * Facts from the provider of payments: by call-backs, which come early, and by a poll, which misses none.
 * Owns `provider_events` and `provider_cursors`. A fact only says where to look: the jobs of payments ask the provider.
 * Begin with `receiveCallback` and `pollFacts` in facts.service.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import { factJobs } from './facts.jobs.ts';

defineModule({ name: 'provider-facts', jobs: factJobs });
