/**
 * Jobs of each kind that a worker runs at a time, unless it is configured otherwise. Each kind has a runner of its own, so that
 * slow jobs of one kind hold up none of another.
 */
export const JOB_CONCURRENCY = { default: 6, media: 2, mail: 2, payment: 2, push: 6, bulk: 2 };

export type JobKind = keyof typeof JOB_CONCURRENCY;

export type JobConcurrency = Readonly<Record<JobKind, number>>;
