import type { Client } from 'pg';
import { fillWithoutIndexes } from '../harness/bulk.ts';

/** Fills the search documents of all posts, in segments as the product does. */
export async function seedSearch(client: Client): Promise<void> {
  await fillWithoutIndexes(client, ['post_search'], async () => {
    await client.query(SEGMENTS);
    await client.query(DOCUMENTS);
  });
  await client.query('analyze search_segments, post_search');
}

const SEGMENT_POSTS = 16_384;

const SEGMENTS = `
  insert into search_segments (number, first_id)
  select row_number() over (order by id), id
  from (select id, row_number() over (order by id) as place from posts where deleted_at is null) live
  where place % ${SEGMENT_POSTS} = 0`;

const DOCUMENTS = `
  insert into post_search (post_id, document)
  select p.id, search_document(s.number, p.text, p.entities, p.author_id, p.media_ids <> '{}')
  from posts p
  cross join lateral (select number from search_segments where first_id <= p.id order by first_id desc limit 1) s
  where p.deleted_at is null`;
