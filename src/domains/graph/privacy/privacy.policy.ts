import { type RawBuilder, sql } from 'kysely';
import type { ViewerSql } from '#domains/foundation/visibility/visibility.policy.ts';
import type { Audience, Audiences, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/** The relation of an actor to the owner of the settings. */
export type Relation = {
  readonly isOwner: boolean;
  /** The actor follows the owner. */
  readonly isFollower: boolean;
  /** The owner follows the actor. */
  readonly isFollowed: boolean;
  /** The actor pays for a subscription of the owner. */
  readonly isSubscriber: boolean;
};

/** The audiences of a user who has changed none; the table's defaults are the same. */
export const DEFAULT_AUDIENCES: Audiences = {
  messageAudience: 'EVERYONE',
  callAudience: 'FOLLOWING',
  commentAudience: 'EVERYONE',
  mentionAudience: 'EVERYONE',
  tipAudience: 'EVERYONE',
  followersAudience: 'EVERYONE',
  followingAudience: 'EVERYONE',
  lastSeenAudience: 'EVERYONE',
  readReceiptsAudience: 'EVERYONE',
};

const AUDIENCE_OF: Readonly<Record<PrivacyAct, keyof Audiences>> = {
  MESSAGE: 'messageAudience',
  CALL: 'callAudience',
  COMMENT: 'commentAudience',
  MENTION: 'mentionAudience',
  TIP: 'tipAudience',
  SEE_FOLLOWERS: 'followersAudience',
  SEE_FOLLOWING: 'followingAudience',
  SEE_LAST_SEEN: 'lastSeenAudience',
  SEE_READ_RECEIPTS: 'readReceiptsAudience',
};

/** Acts that users cannot do to themselves. */
const ACTS_ON_OTHERS_ONLY: ReadonlySet<PrivacyAct> = new Set(['MESSAGE', 'CALL', 'TIP']);
/** Acts that a private account allows only its followers, whatever the setting says. */
const PRIVATE_ACCOUNT_ACTS: ReadonlySet<PrivacyAct> = new Set(['SEE_FOLLOWERS', 'SEE_FOLLOWING']);

/** Whether an actor with this relation belongs to the audience. The owner always does. */
export function isInAudience(audience: Audience, relation: Relation): boolean {
  if (relation.isOwner) return true;
  switch (audience) {
    case 'EVERYONE':
      return true;
    case 'FOLLOWERS':
      return relation.isFollower;
    case 'FOLLOWING':
      return relation.isFollowed;
    case 'MUTUALS':
      return relation.isFollower && relation.isFollowed;
    case 'SUBSCRIBERS':
      return relation.isSubscriber;
    case 'NOBODY':
      return false;
  }
}

/** `isInAudience`, for the viewer and the owner whose row of `users` has the alias `u`. */
export function inAudienceSql(viewer: ViewerSql, audience: RawBuilder<string>): RawBuilder<boolean> {
  const isFollower = sql`exists (select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = u.id)`;
  const isFollowed = sql`exists (select from follows f where f.follower_id = u.id and f.followee_id = ${viewer.id}::uuid)`;
  return sql`(u.id = ${viewer.id}::uuid or case ${audience}
    when 'EVERYONE' then true
    when 'FOLLOWERS' then ${isFollower}
    when 'FOLLOWING' then ${isFollowed}
    when 'MUTUALS' then ${isFollower} and ${isFollowed}
    when 'SUBSCRIBERS' then exists (
      select from entitlements e where e.subscriber_id = ${viewer.id}::uuid and e.creator_id = u.id
        and e.valid_until > ${viewer.now}::timestamptz)
    else false end)`;
}

/** Whether the settings of the owner, as for `inAudienceSql`, allow the viewer to comment. */
export const privacyAllowsCommentSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  inAudienceSql(
    viewer,
    sql`coalesce((select s.comment_audience from privacy_settings s where s.user_id = u.id),
      ${sql.lit(DEFAULT_AUDIENCES.commentAudience)})`,
  );

/** Whether the settings of the owner, as for `inAudienceSql`, allow tips of the viewer, who is somebody else. */
export const privacyAllowsTipSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  inAudienceSql(
    viewer,
    sql`coalesce((select s.tip_audience from privacy_settings s where s.user_id = u.id),
      ${sql.lit(DEFAULT_AUDIENCES.tipAudience)})`,
  );

/** The audience of an act. */
export const audienceFor = (settings: PrivacySettings, act: PrivacyAct): Audience =>
  settings[AUDIENCE_OF[act]];

/** Whether the settings allow the act to an actor with this relation. */
export function settingsAllow(settings: PrivacySettings, act: PrivacyAct, relation: Relation): boolean {
  if (relation.isOwner) return !ACTS_ON_OTHERS_ONLY.has(act);
  if (settings.isPrivate && PRIVATE_ACCOUNT_ACTS.has(act) && !relation.isFollower) return false;
  return isInAudience(audienceFor(settings, act), relation);
}
