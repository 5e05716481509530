import type { Client } from 'pg';
import { z } from 'zod';
import type { WriteSubject } from './write-floors.ts';
import type { FreshWriteName, WriteName } from './writes-report.ts';

/**
 * How a write that changes nothing when it is repeated is taken back. Nothing is truncated, which would make every connection plan anew.
 */
type FreshWrite = {
  /** In which each of these writes inserts or deletes one row. */
  readonly table: string;
  readonly takeBack: string;
  /** Whether the writers ($1) and objects ($2) are named in it. */
  readonly hasSubjects: boolean;
};

const FRESH: Readonly<Record<FreshWriteName, FreshWrite>> = {
  removePostReaction: {
    table: 'post_reactions',
    takeBack: `with put as (
        insert into post_reactions (user_id, post_id, type, created_at)
        select user_id, post_id, 'LIKE', now() from unnest($1::uuid[], $2::uuid[]) as s (user_id, post_id)
        on conflict do nothing returning post_id
      )
      update post_counters c set like_count = c.like_count + sums.count
      from (select post_id, count(*) from put group by post_id) sums where c.post_id = sums.post_id`,
    hasSubjects: true,
  },
  followUser: {
    table: 'follows',
    // The seeded follows are older than any sign-in of the visitors.
    takeBack: 'delete from follows where created_at >= (select min(created_at) from sessions)',
    hasSubjects: false,
  },
  savePost: { table: 'saved_posts', takeBack: 'delete from saved_posts', hasSubjects: false },
  recordPostViews: {
    table: 'post_view_reports',
    takeBack: 'delete from post_view_reports',
    hasSubjects: false,
  },
};

const isFresh = (name: WriteName): name is FreshWriteName => name in FRESH;

type Write = { readonly name: WriteName; readonly subjects: readonly WriteSubject[] };

/**
 * Plays a turn of a write, for which what only a first time changes is undone before.
 * @param play gets whether the turn ends with the subjects. @returns among others the number of writes
 * @throws Error when not each of such writes has changed a row, which their answers do not tell
 */
export async function playTurn<Played extends { readonly writes: number }>(
  client: Client,
  { name, subjects }: Write,
  play: (isOnce: boolean) => Promise<Played>,
): Promise<Played> {
  if (!isFresh(name)) return play(false);
  const { table, takeBack, hasSubjects } = FRESH[name];
  const named = [subjects.map(({ userId }) => userId), subjects.map(({ subjectId }) => subjectId)];
  await client.query(takeBack, hasSubjects ? named : []);
  const before = await countRows(client, table);
  const played = await play(true);
  const changed = Math.abs((await countRows(client, table)) - before);
  if (changed !== played.writes) throw new Error(`${played.writes} × ${name} changed ${changed} rows.`);
  return played;
}

const countAnswer = z.tuple([z.object({ count: z.int() })]);

async function countRows(client: Client, table: string): Promise<number> {
  const { rows } = await client.query(`select count(*)::integer from ${table}`);
  return countAnswer.parse(rows)[0].count;
}
