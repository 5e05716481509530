import { defineJob } from '#platform/jobs/definition.ts';

/** Makes a new order of what there is to explore; it is done every few minutes anyway. */
export const rankPosts = defineJob<object>('explore.rank');
