import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { MeRef } from '../users/me.schema.ts';
import { changeEmail, requestEmailChange } from './email-changes.service.ts';
import {
  changePassword,
  isEmailVerified,
  requestEmailVerification,
  requestPasswordReset,
  resetPassword,
  verifyEmail,
} from './credentials.service.ts';

builder.objectField(MeRef, 'isEmailVerified', (t) =>
  t.boolean({
    description: 'Whether the e-mail address is verified.',
    resolve: (_own, _args, ctx) => isEmailVerified(signedIn(ctx)),
  }),
);

const PASSWORD_NOTE = '8 to 128 characters with the embedded identity provider';

mutationField('requestPasswordReset', {
  description:
    'Mails a code for setting a new password, at most 5 times an hour for one address. The answer does not reveal whether the address has an account.',
  access: 'anyone',
  restriction: null,
  budget: { points: 10, windowSeconds: 3_600, per: 'caller', networkPoints: 100 },
  input: (t) => ({ email: t.string({ required: true, description: 'The e-mail address of the account.' }) }),
  payload: { email: { type: 'String', description: 'The normalized address.' } },
  resolve: async (ctx, input) => ({ email: await requestPasswordReset(ctx, input) }),
});

mutationField('resetPassword', {
  description:
    'Sets a new password by a code from a mail. All sessions of the account end: their tokens are refused and their sockets are closed within 5 seconds.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'caller', networkPoints: 200, charge: 'ahead' },
  input: (t) => ({
    code: t.string({ required: true, description: 'The code from the mail. Valid once, for one hour.' }),
    newPassword: t.string({ required: true, description: `The new password: ${PASSWORD_NOTE}.` }),
  }),
  payload: { endedSessionCount: { type: 'Int', description: 'Number of ended sessions.' } },
  resolve: async (ctx, input) => ({ endedSessionCount: await resetPassword(ctx, input) }),
});

mutationField('changePassword', {
  description:
    "Replaces the caller's password. All other sessions end within 5 seconds; if the identity provider also ends the current one, the payload has new tokens.",
  access: 'user',
  restriction: null,
  budget: { points: 10, windowSeconds: 3_600, per: 'user', charge: 'ahead' },
  input: (t) => ({
    currentPassword: t.string({ required: true, description: 'The current password.' }),
    newPassword: t.string({ required: true, description: `The new password: ${PASSWORD_NOTE}.` }),
  }),
  payload: {
    endedSessionCount: { type: 'Int', description: 'Number of other sessions that ended.' },
    accessToken: { type: 'String', description: 'A new bearer token. Null if the current one stays valid.' },
    refreshToken: {
      type: 'String',
      description: 'The refresh token of the new bearer token. Null if the current one stays valid.',
    },
    expiresAt: {
      type: 'DateTime',
      description: 'Time at which the new access token expires. Null if there is none.',
    },
  },
  resolve: async (ctx, input) => {
    const { endedSessionCount, signedIn } = await changePassword(ctx, input);
    const { accessToken = null, refreshToken = null, expiresAt = null } = signedIn ?? {};
    return { endedSessionCount, accessToken, refreshToken, expiresAt };
  },
});

mutationField('requestEmailVerification', {
  description:
    "Mails a code that verifies the caller's e-mail address. Sends nothing if the address is already verified.",
  access: 'user',
  restriction: null,
  budget: { points: 5, windowSeconds: 3_600, per: 'user' },
  payload: { email: { type: 'String', description: 'The address of the caller.' } },
  resolve: async (ctx) => ({ email: await requestEmailVerification(ctx) }),
});

mutationField('verifyEmail', {
  description: 'Verifies an e-mail address by the code from a mail, on any device, signed in or not.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'caller', networkPoints: 200, charge: 'ahead' },
  input: (t) => ({
    code: t.string({ required: true, description: 'The code from the mail. Valid for 24 hours.' }),
  }),
  payload: { email: { type: 'String', description: 'The verified address.' } },
  resolve: async (ctx, input) => ({ email: await verifyEmail(ctx, input) }),
});

mutationField('requestEmailChange', {
  description:
    'Mails a code to a new e-mail address, with which `changeEmail` gives it to the caller’s account: at most 5 times an hour to one address. Nothing is sent to an address that an account has, which the answer does not reveal.',
  access: 'user',
  restriction: null,
  budget: { points: 5, windowSeconds: 3_600, per: 'user', charge: 'ahead' },
  input: (t) => ({
    email: t.string({ required: true, description: 'The new address.' }),
    password: t.string({ required: true, description: 'The password of the account.' }),
  }),
  payload: { email: { type: 'String', description: 'The normalized address.' } },
  resolve: async (ctx, input) => ({ email: await requestEmailChange(ctx, input) }),
});

mutationField('changeEmail', {
  description:
    'Replaces the e-mail address of an account by the code from a mail, signed in or not. The former address is told, and its codes are void. Sign-ins stay where the identity provider can.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'caller', networkPoints: 200, charge: 'ahead' },
  input: (t) => ({
    code: t.string({ required: true, description: 'The code from the mail. Valid once, for 24 hours.' }),
  }),
  payload: { email: { type: 'String', description: 'The new address.' } },
  resolve: async (ctx, input) => ({ email: await changeEmail(ctx, input) }),
});
