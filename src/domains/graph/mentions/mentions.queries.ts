import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { DEFAULT_AUDIENCES, type Relation } from '../privacy/privacy.policy.ts';
import type { Audience } from '../privacy/privacy.types.ts';

/** Somebody with one of the names, and how the writer stands to them. */
export type NamedPerson = Omit<Relation, 'isOwner'> & {
  readonly id: string;
  readonly username: string;
  readonly mentionAudience: Audience;
};

/** Who of those whom the writer may see has one of these names at this moment. */
export async function listNamedPeople(
  db: Db,
  writer: ViewerSql & { readonly id: string },
  usernames: readonly string[],
): Promise<NamedPerson[]> {
  const { rows } = await sql<NamedPerson>`
    select u.id, u.username, coalesce(s.mention_audience, ${DEFAULT_AUDIENCES.mentionAudience}) as "mentionAudience",
      exists (select from follows f where f.follower_id = ${writer.id}::uuid and f.followee_id = u.id) as "isFollower",
      exists (select from follows f where f.follower_id = u.id and f.followee_id = ${writer.id}::uuid) as "isFollowed",
      exists (
        select from entitlements e where e.subscriber_id = ${writer.id}::uuid and e.creator_id = u.id
          and e.valid_until > ${writer.now}::timestamptz
      ) as "isSubscriber"
    from users u left join privacy_settings s on s.user_id = u.id
    where u.username = any(${usernames}::text[]) and ${visibleUserSql(writer)}`.execute(db);
  return rows;
}
