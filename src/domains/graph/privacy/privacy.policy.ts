import type { Audience, Audiences, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/** How somebody stands to the person who decides, the owner. */
export type Relation = {
  readonly isOwner: boolean;
  /** They follow the owner. */
  readonly isFollower: boolean;
  /** The owner follows them. */
  readonly isFollowed: boolean;
  /** They pay for a subscription of the owner. */
  readonly isSubscriber: boolean;
};

/** What holds for who has changed nothing; the table's defaults are the same. */
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

/** Acts that take two. */
const NEVER_ON_ONESELF: ReadonlySet<PrivacyAct> = new Set(['MESSAGE', 'CALL', 'TIP']);
/** A private account keeps these from all but its followers, whatever the setting says. */
const KEPT_BY_PRIVATE: ReadonlySet<PrivacyAct> = new Set(['SEE_FOLLOWERS', 'SEE_FOLLOWING']);

/** Whether somebody who stands so to the owner belongs to the audience. The owner always does. */
export function admits(audience: Audience, relation: Relation): boolean {
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

/** Whom the settings admit to this. */
export const audienceFor = (settings: PrivacySettings, act: PrivacyAct): Audience =>
  settings[AUDIENCE_OF[act]];

/** Whether the settings' owner lets somebody who stands so to them do this. */
export function permits(settings: PrivacySettings, act: PrivacyAct, relation: Relation): boolean {
  if (relation.isOwner) return !NEVER_ON_ONESELF.has(act);
  if (settings.isPrivate && KEPT_BY_PRIVATE.has(act) && !relation.isFollower) return false;
  return admits(audienceFor(settings, act), relation);
}
