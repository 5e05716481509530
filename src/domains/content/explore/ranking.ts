import { defineJob } from '#platform/outbox/jobs/definition.ts';

/** Ranks the posts of the explore feed again; a cron job does so every few minutes. */
export const rankPostsJob = defineJob<object>('explore.rank');
