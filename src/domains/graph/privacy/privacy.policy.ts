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

/** The audience of an act. */
export const audienceFor = (settings: PrivacySettings, act: PrivacyAct): Audience =>
  settings[AUDIENCE_OF[act]];

/** Whether the settings allow the act to an actor with this relation. */
export function settingsAllow(settings: PrivacySettings, act: PrivacyAct, relation: Relation): boolean {
  if (relation.isOwner) return !ACTS_ON_OTHERS_ONLY.has(act);
  if (settings.isPrivate && PRIVATE_ACCOUNT_ACTS.has(act) && !relation.isFollower) return false;
  return isInAudience(audienceFor(settings, act), relation);
}
