import { sql } from 'kysely';
import { type ViewerSql, visibleUserSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Db } from '#platform/db/database.ts';
import { DEFAULT_AUDIENCES, type Relation } from '../privacy/privacy.policy.ts';
import type { Audience } from '../privacy/privacy.types.ts';

/** User with one of the names, with the relation of the writer to them. */
export type MentionCandidate = Omit<Relation, 'isOwner'> & {
  readonly id: string;
  readonly username: string;
  readonly mentionAudience: Audience;
};

/** Lists the users visible to the writer who have one of these usernames now. */
export async function listMentionCandidates(
  db: Db,
  writer: ViewerSql & { readonly id: string },
  usernames: readonly string[],
): Promise<MentionCandidate[]> {
  const { rows } = await sql<MentionCandidate>`
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
