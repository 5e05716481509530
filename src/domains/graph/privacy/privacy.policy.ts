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

/**
 * `isInAudience` of all of these audiences, for the viewer and the owner whose row of `users` has the alias `u`. Each question is
 * in the text once, whatever the number of audiences: an execution prepares for all of them, asked or not.
 */
export function inAudiencesSql(
  viewer: ViewerSql,
  audiences: readonly RawBuilder<string>[],
): RawBuilder<boolean> {
  const given = audiences.map((audience) => sql`(${audience})`);
  return sql`(u.id = ${viewer.id}::uuid or (
    select bool_and(audience in ('EVERYONE', 'FOLLOWERS', 'FOLLOWING', 'MUTUALS', 'SUBSCRIBERS')
      and (audience not in ('FOLLOWERS', 'MUTUALS') or exists (
        select from follows f where f.follower_id = ${viewer.id}::uuid and f.followee_id = u.id))
      and (audience not in ('FOLLOWING', 'MUTUALS') or exists (
        select from follows f where f.follower_id = u.id and f.followee_id = ${viewer.id}::uuid))
      and (audience <> 'SUBSCRIBERS' or exists (
        select from entitlements e where e.subscriber_id = ${viewer.id}::uuid and e.creator_id = u.id
          and e.valid_until > ${viewer.now}::timestamptz)))
    from (values ${sql.join(given)}) as given (audience)))`;
}

/** The audience that may comment by the settings of the user of the alias `u`. */
export const commentAudienceSql: RawBuilder<string> = sql`coalesce(
  (select s.comment_audience from privacy_settings s where s.user_id = u.id), ${sql.lit(DEFAULT_AUDIENCES.commentAudience)})`;

/** The audience that may tip by the settings of the user of the alias `u`. */
export const tipAudienceSql: RawBuilder<string> = sql`coalesce(
  (select s.tip_audience from privacy_settings s where s.user_id = u.id), ${sql.lit(DEFAULT_AUDIENCES.tipAudience)})`;

/** The audience that may call by the settings of the user of the alias `u`. */
export const callAudienceSql: RawBuilder<string> = sql`coalesce(
  (select s.call_audience from privacy_settings s where s.user_id = u.id), ${sql.lit(DEFAULT_AUDIENCES.callAudience)})`;

/** Whether the settings of the owner, as for `inAudiencesSql`, allow tips of the viewer, who is somebody else. */
export const privacyAllowsTipSql = (viewer: ViewerSql): RawBuilder<boolean> =>
  inAudiencesSql(viewer, [tipAudienceSql]);

/** The audience of an act. */
export const audienceFor = (settings: PrivacySettings, act: PrivacyAct): Audience =>
  settings[AUDIENCE_OF[act]];

/** Whether the settings allow the act to an actor with this relation. */
export function settingsAllow(settings: PrivacySettings, act: PrivacyAct, relation: Relation): boolean {
  if (relation.isOwner) return !ACTS_ON_OTHERS_ONLY.has(act);
  if (settings.isPrivate && PRIVATE_ACCOUNT_ACTS.has(act) && !relation.isFollower) return false;
  return isInAudience(audienceFor(settings, act), relation);
}
