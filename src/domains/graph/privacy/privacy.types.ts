import type { UserFlags } from '#domains/identity/users/users.types.ts';

/** Group of users, seen from the owner of a setting, whom the setting allows an act. */
export type Audience = 'EVERYONE' | 'FOLLOWERS' | 'FOLLOWING' | 'MUTUALS' | 'SUBSCRIBERS' | 'NOBODY';

/** Act towards a user, or read of their data, that one of their settings decides about. */
export type PrivacyAct =
  | 'MESSAGE'
  | 'CALL'
  | 'COMMENT'
  | 'MENTION'
  | 'TIP'
  | 'SEE_FOLLOWERS'
  | 'SEE_FOLLOWING'
  | 'SEE_LAST_SEEN'
  | 'SEE_READ_RECEIPTS';

export type Audiences = {
  readonly messageAudience: Audience;
  readonly callAudience: Audience;
  readonly commentAudience: Audience;
  readonly mentionAudience: Audience;
  readonly tipAudience: Audience;
  readonly followersAudience: Audience;
  readonly followingAudience: Audience;
  readonly lastSeenAudience: Audience;
  readonly readReceiptsAudience: Audience;
};

export type PrivacySettings = UserFlags & Audiences;
