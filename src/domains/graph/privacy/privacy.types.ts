import type { UserFlags } from '#domains/identity/users/users.types.ts';

/** Who may do something that a person decides about. */
export type Audience = 'EVERYONE' | 'FOLLOWERS' | 'FOLLOWING' | 'MUTUALS' | 'SUBSCRIBERS' | 'NOBODY';

/** What a person decides about: what others may do to them, and what others may see of them. */
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
