import { MeRef } from '#domains/identity/users/me.schema.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { UserViewerRef } from '../follows/follows.schema.ts';
import { privacyAllows, lastSeenAt, myPrivacySettings, updatePrivacySettings } from './privacy.service.ts';
import type { Audience, Audiences, PrivacyAct, PrivacySettings } from './privacy.types.ts';

export const AudienceRef = enumType<Audience>('Audience', {
  description:
    'Audience of a setting. Always includes the owner of the setting, and never the users whom they block.',
  values: {
    EVERYONE: 'Everyone who can see the owner, including anonymous callers where they have access.',
    FOLLOWERS: 'Users who follow the owner.',
    FOLLOWING: 'Users whom the owner follows.',
    MUTUALS: 'Users who follow the owner and whom the owner follows.',
    SUBSCRIBERS: 'Users who pay for a subscription of the owner.',
    NOBODY: 'No other user.',
  },
});

/** Descriptions of the settings, the same in the object and in the input. */
const SETTINGS = {
  isPrivate:
    'Whether only followers see the posts and the lists of followers and followed users, and following needs consent.',
  isDiscoverable: 'Whether suggestions and search may show the user to people who do not follow them.',
  requiresSignIn: 'Whether the user and their content are hidden from anonymous callers.',
  messageAudience:
    'Audience who can start a conversation with the user or add them to a group. Existing direct conversations stay open.',
  callAudience: 'Audience who can call the user.',
  commentAudience: "Audience who can comment on the user's posts.",
  mentionAudience: 'Audience whose mentions notify the user.',
  tipAudience: 'Audience who can send tips to the user.',
  followersAudience: 'Audience who can see the followers of the user.',
  followingAudience: 'Audience who can see the users whom the user follows.',
  lastSeenAudience:
    'Audience who can see when the user was last seen. Mutual: the user does not see it of users outside the audience.',
  readReceiptsAudience:
    'Audience who is notified of what the user has read and of their typing. Mutual: the user is notified of neither by users outside the audience.',
} as const satisfies Record<keyof PrivacySettings, string>;

const PrivacySettingsRef = builder.objectRef<PrivacySettings>('PrivacySettings').implement({
  description: 'Settings of what other users can do and see. Visible only to their owner.',
  fields: (t) => {
    const audience = (name: keyof Audiences) =>
      t.field({
        type: AudienceRef,
        description: SETTINGS[name],
        resolve: (settings) => settings[name],
      });
    return {
      isPrivate: t.exposeBoolean('isPrivate', { description: SETTINGS.isPrivate }),
      isDiscoverable: t.exposeBoolean('isDiscoverable', { description: SETTINGS.isDiscoverable }),
      requiresSignIn: t.exposeBoolean('requiresSignIn', { description: SETTINGS.requiresSignIn }),
      messageAudience: audience('messageAudience'),
      callAudience: audience('callAudience'),
      commentAudience: audience('commentAudience'),
      mentionAudience: audience('mentionAudience'),
      tipAudience: audience('tipAudience'),
      followersAudience: audience('followersAudience'),
      followingAudience: audience('followingAudience'),
      lastSeenAudience: audience('lastSeenAudience'),
      readReceiptsAudience: audience('readReceiptsAudience'),
    };
  },
});

builder.objectField(MeRef, 'privacySettings', (t) =>
  t.field({
    type: PrivacySettingsRef,
    description: "The caller's settings.",
    resolve: (_own, _args, ctx) => myPrivacySettings(signedIn(ctx)),
  }),
);

builder.queryField('myPrivacySettings', (t) =>
  t.field({
    type: PrivacySettingsRef,
    nullable: true,
    description: "The caller's own settings.",
    access: 'user',
    resolve: (_root, _args, ctx) => myPrivacySettings(signedIn(ctx)),
  }),
);

mutationField('updatePrivacySettings', {
  description:
    "Changes the caller's settings, with effect on existing content too. Omitted fields stay unchanged, and null is refused; going private removes no follower, and going public accepts no follow request.",
  access: 'user',
  restriction: null,
  budget: { points: 60, windowSeconds: 600, per: 'user' },
  input: (t) => {
    const audience = (name: keyof Audiences) => t.field({ type: AudienceRef, description: SETTINGS[name] });
    return {
      isPrivate: t.boolean({ description: SETTINGS.isPrivate }),
      isDiscoverable: t.boolean({ description: SETTINGS.isDiscoverable }),
      requiresSignIn: t.boolean({ description: SETTINGS.requiresSignIn }),
      messageAudience: audience('messageAudience'),
      callAudience: audience('callAudience'),
      commentAudience: audience('commentAudience'),
      mentionAudience: audience('mentionAudience'),
      tipAudience: audience('tipAudience'),
      followersAudience: audience('followersAudience'),
      followingAudience: audience('followingAudience'),
      lastSeenAudience: audience('lastSeenAudience'),
      readReceiptsAudience: audience('readReceiptsAudience'),
    };
  },
  payload: { privacySettings: { type: PrivacySettingsRef, description: 'The updated settings.' } },
  resolve: async (ctx, input) => ({ privacySettings: await updatePrivacySettings(ctx, input) }),
});

builder.objectFields(UserViewerRef, (t) => {
  const allows = (act: PrivacyAct, description: string) =>
    t.boolean({ description, resolve: (user, _args, ctx) => privacyAllows(ctx, act, user.id) });
  return {
    canMessage: allows(
      'MESSAGE',
      'Whether the caller can start a conversation with the user; false for the caller. An existing direct conversation stays open regardless.',
    ),
    canMention: allows(
      'MENTION',
      'Whether the name of the user in a text by the caller becomes a mention; otherwise it stays plain text.',
    ),
    canSeeFollowers: allows(
      'SEE_FOLLOWERS',
      'Whether the caller sees `followers` and `mutualFollowers` of the user.',
    ),
    canSeeFollowing: allows('SEE_FOLLOWING', 'Whether the caller sees `following` of the user.'),
  };
});

builder.objectField(UserRef, 'lastSeenAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'Time at which the user last used the service, rounded down to 5 minutes. Null for anonymous callers, and if one of the two hides it from the other.',
    varies: 'viewer',
    resolve: (user, _args, ctx) => (ctx.user ? lastSeenAt(signedIn(ctx), user) : null),
  }),
);
