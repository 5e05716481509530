import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { UserViewerRef } from '../follows/follows.schema.ts';
import { canDo, lastSeenAt, privacySettings, updatePrivacySettings } from './privacy.service.ts';
import type { Audience, Audiences, PrivacySettings } from './privacy.types.ts';

export const AudienceRef = enumOf<Audience>('Audience', {
  description:
    'Whom a person admits to something. The person always belongs to it themselves; whom they block never does.',
  values: {
    EVERYONE: 'Everybody who may see the person; callers who are not signed in too, where they can come.',
    FOLLOWERS: 'People who follow the person.',
    FOLLOWING: 'People whom the person follows.',
    MUTUALS: 'People who follow the person and whom the person follows.',
    SUBSCRIBERS: 'People who pay for a subscription of the person.',
    NOBODY: 'Nobody.',
  },
});

/** What each setting means, for the object and for the input alike. */
const SETTINGS = {
  isPrivate:
    'Whether only followers see the posts and the lists of followers and followed people, and following needs consent.',
  isDiscoverable: 'Whether suggestions and search may show the person to people who do not know them.',
  requiresSignIn: 'Whether callers who are not signed in see neither the person nor anything of theirs.',
  messageAudience:
    'Who may start a conversation with the person or add them to a group. A direct conversation that there is stays open.',
  callAudience: 'Who may call the person.',
  commentAudience: "Who may comment on the person's posts.",
  mentionAudience: 'Whose mentions reach the person.',
  tipAudience: 'Who may send the person tips.',
  followersAudience: 'Who may see who follows the person.',
  followingAudience: 'Who may see whom the person follows.',
  lastSeenAudience:
    'Who may see when the person was last seen. It holds in both directions: who is not admitted is not shown to the person either.',
  readReceiptsAudience:
    'Who is told what the person has read and that they are writing. It holds in both directions: of who is not admitted the person is told neither.',
} as const satisfies Record<keyof PrivacySettings, string>;

const PrivacySettingsRef = builder.objectRef<PrivacySettings>('PrivacySettings').implement({
  description: 'What a person lets others do and see. Visible to the person alone.',
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

builder.queryField('privacySettings', (t) =>
  t.field({
    type: PrivacySettingsRef,
    nullable: true,
    description: "The caller's own settings.",
    access: 'user',
    resolve: (_root, _args, ctx) => privacySettings(signedIn(ctx)),
  }),
);

mutationField('updatePrivacySettings', {
  description:
    "Changes the caller's own settings, from now on and for everything that there is. Fields left out stay as they are. Going private ends no following, and ceasing to be private accepts no request.",
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
  payload: { privacySettings: { type: PrivacySettingsRef, description: 'The settings as changed.' } },
  resolve: async (ctx, input) => ({ privacySettings: await updatePrivacySettings(ctx, input) }),
});

builder.objectField(UserViewerRef, 'canMessage', (t) =>
  t.boolean({
    description:
      'Whether the person lets the caller start a conversation with them; false for oneself. A direct conversation that there is stays open whatever this says.',
    resolve: (user, _args, ctx) => canDo(ctx, 'MESSAGE', user.id),
  }),
);

builder.objectField(UserRef, 'lastSeenAt', (t) =>
  t.field({
    type: 'DateTime',
    nullable: true,
    description:
      'When the person last used the service, rounded down to 5 minutes. Null for callers who are not signed in, and when one of the two does not let the other see it.',
    resolve: (user, _args, ctx) => (ctx.user ? lastSeenAt(signedIn(ctx), user) : null),
  }),
);
