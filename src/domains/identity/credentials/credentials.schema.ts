import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { UserRef } from '../users/users.schema.ts';
import {
  changePassword,
  isEmailVerified,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from './credentials.service.ts';

builder.objectField(UserRef, 'isEmailVerified', (t) =>
  t.boolean({
    nullable: true,
    description:
      'Whether the e-mail address was shown to belong to the person; null for everybody but the person themselves.',
    resolve: (user, _args, ctx) => (ctx.user?.id === user.id ? isEmailVerified(signedIn(ctx)) : null),
  }),
);

const PASSWORD_NOTE = '8 to 128 characters with the embedded identity provider';

mutationField('requestPasswordReset', {
  description:
    'Mails a code for choosing a new password. The answer is the same, and comes as fast, whether or not the address has an account. Five times an hour for one address.',
  access: 'anyone',
  restriction: null,
  budget: { points: 10, windowSeconds: 3_600, per: 'ip' },
  input: (t) => ({ email: t.string({ required: true, description: 'The e-mail address of the account.' }) }),
  payload: { email: { type: 'String', description: 'The address as it was understood.' } },
  resolve: async (ctx, input) => ({ email: await requestPasswordReset(ctx, input) }),
});

mutationField('resetPassword', {
  description:
    'Sets a new password by a code from a mail. Every session of the account ends: its tokens are refused and its sockets closed within 5 seconds.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'ip' },
  input: (t) => ({
    code: t.string({ required: true, description: 'The code from the mail; works once, for one hour.' }),
    newPassword: t.string({ required: true, description: `The new password: ${PASSWORD_NOTE}.` }),
  }),
  payload: { endedSessionCount: { type: 'Int', description: 'How many sessions ended.' } },
  resolve: async (ctx, input) => ({ endedSessionCount: await resetPassword(ctx, input) }),
});

mutationField('changePassword', {
  description:
    'Replaces the password of the caller. All sessions but that of this request end within 5 seconds. Where the identity provider ends every sign-in at this, the caller goes on with the tokens of the answer.',
  access: 'user',
  restriction: null,
  budget: { points: 10, windowSeconds: 3_600, per: 'user' },
  input: (t) => ({
    currentPassword: t.string({ required: true, description: 'The password in force.' }),
    newPassword: t.string({ required: true, description: `The new password: ${PASSWORD_NOTE}.` }),
  }),
  payload: {
    endedSessionCount: { type: 'Int', description: 'How many other sessions ended.' },
    accessToken: { type: 'String', description: 'A new bearer token; null when the old one stays good.' },
    refreshToken: { type: 'String', description: 'Its refresh token; null when the old one stays good.' },
    expiresAt: { type: 'DateTime', description: 'When the new access token expires.' },
  },
  resolve: async (ctx, input) => {
    const { endedSessionCount, signedIn } = await changePassword(ctx, input);
    const { accessToken = null, refreshToken = null, expiresAt = null } = signedIn ?? {};
    return { endedSessionCount, accessToken, refreshToken, expiresAt };
  },
});

mutationField('requestEmailVerification', {
  description:
    "Mails a code to the caller's address that shows that it is theirs. Nothing is sent when it is verified already.",
  access: 'user',
  restriction: null,
  budget: { points: 5, windowSeconds: 3_600, per: 'user' },
  payload: { email: { type: 'String', description: 'The address that the code goes to.' } },
  resolve: async (ctx) => ({ email: await requestEmailVerification(ctx) }),
});

mutationField('verifyEmail', {
  description: 'Takes the code from such a mail, on any device, signed in or not.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'ip' },
  input: (t) => ({ code: t.string({ required: true, description: 'The code; good for 24 hours.' }) }),
  payload: { email: { type: 'String', description: 'The address that is verified now.' } },
  resolve: async (ctx, input) => ({ email: await verifyEmail(ctx, input) }),
});
