import type { Kysely } from 'kysely';
import type { Tables } from './tables.ts';

/** Reads, by named and pipelined statements. Each has its own snapshot, so two reads may see different states. */
export type Db = Kysely<Tables>;
