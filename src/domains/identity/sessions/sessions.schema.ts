import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionType } from '#platform/graphql/connection.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listField } from '#platform/graphql/list.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { NEWEST_FIRST } from '#platform/db/keyset.ts';
import { MINUTE_MS } from '#platform/kernel/clock.ts';
import { toGlobalId } from '#platform/kernel/ids.ts';
import { windowText } from '#platform/kernel/rate-limit.ts';
import { REPLACED_TOKEN_TEXT } from '../sign-ins/refresh-tokens.service.ts';
import { DEVICE_TOKEN_TEXT, passwordRulesText } from '../sign-ins/sign-ins.policy.ts';
import { CODE_LIFE_MS, CODE_TRIES_MAX, REGISTRATION_MAILS } from './registration.policy.ts';
import { confirmRegistration, register } from './registration.service.ts';
import { REFRESH_ALLOWANCE, refreshSession } from './refresh.service.ts';
import {
  findOwnSession,
  login,
  logout,
  mySessions,
  revokeOtherSessions,
  revokeSession,
} from './sessions.service.ts';
import type { Platform, Session } from './sessions.types.ts';

export const PlatformRef = enumType<Platform>('Platform', {
  description: 'Kind of client of a session.',
  values: {
    WEB: 'The web front end.',
    IOS: 'The iOS app.',
    ANDROID: 'An Android app.',
    OTHER: 'Any other client, or unknown.',
  },
});

const SessionRef = builder.objectRef<Session>('Session').implement({
  description: 'A sign-in of the caller on one device. Visible only to its owner.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `session_…`.',
      resolve: (session) => toGlobalId('session', session.id),
    }),
    deviceName: t.exposeString('deviceName', {
      nullable: true,
      description: 'Device name given by the client. Null if none.',
    }),
    platform: t.field({
      type: PlatformRef,
      description: 'Kind of client.',
      resolve: (session) => session.platform,
    }),
    appVersion: t.exposeString('appVersion', {
      nullable: true,
      description: 'Version of the client. Null if unknown.',
    }),
    ip: t.exposeString('ip', { description: 'IP address of the last sign-in or refresh.' }),
    country: t.exposeString('country', {
      nullable: true,
      description: 'Country of that address as ISO 3166-1 alpha-2, such as `PT`. Null if unknown.',
    }),
    userAgent: t.exposeString('userAgent', { description: 'The user agent at sign-in.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'Time of the sign-in.',
      resolve: (session) => session.createdAt,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'Time of the last use, to within 5 minutes.',
      resolve: (session) => session.lastSeenAt,
    }),
    isCurrent: t.boolean({
      description: 'Whether this is the session of the request.',
      resolve: (session, _args, ctx) => ctx.user?.sessionId === session.id,
    }),
  }),
});

nodeType(SessionRef, 'session', findOwnSession);

const SessionConnectionRef = connectionType('Session', SessionRef, {
  description: 'Sessions, newest first.',
});

listField('mySessions', {
  connection: SessionConnectionRef,
  description: 'The live sessions of the caller, newest first.',
  access: 'user',
  order: NEWEST_FIRST,
  rows: (ctx, _args, page) => mySessions(ctx, page),
});

const DeviceInputRef = builder.inputType('DeviceInput', {
  description: 'Device of the client, shown in the list of sessions.',
  fields: (t) => ({
    deviceName: t.string({ description: 'A readable name, such as "Ada\'s phone"; 1 to 100 characters.' }),
    platform: t.field({ type: PlatformRef, required: true, description: 'Kind of client.' }),
    appVersion: t.string({ description: 'Version of the client, 1 to 50 characters.' }),
  }),
});

const signedInPayload = {
  accessToken: { type: 'String', description: 'The bearer token for the header `Authorization`.' },
  refreshToken: {
    type: 'String',
    description:
      'Token that `refreshSession` exchanges for a new pair. Store it in place of the one before. Null if the client signed in at the provider directly and refreshes there.',
  },
  expiresAt: { type: 'DateTime', description: 'Time at which the access token expires.' },
  user: {
    type: UserRef,
    description:
      'The user who signed in. The request itself stays anonymous: read the rest of the account by `me` with the new token.',
  },
  session: { type: SessionRef, description: 'The session that the tokens belong to.' },
} as const;

const signedInOnDevicePayload = {
  ...signedInPayload,
  deviceToken: {
    type: 'String',
    description:
      'Token by which the device is known from now on: keep it, also after signing out, and give it with the next sign-in. Null when the client signed in by a provider token.',
  },
} as const;

const SIGNED_OUT = {
  accessToken: null,
  refreshToken: null,
  expiresAt: null,
  user: null,
  session: null,
  deviceToken: null,
};

mutationField('register', {
  description:
    'Creates an account and signs in, by e-mail address and password or by a token from the identity provider. Registering the same identity again signs in to its account.',
  access: 'anyone',
  restriction: null,
  // Charged by the call, since a refusal tells whether the address has an account.
  budget: { points: 10, windowSeconds: 300, per: 'caller', charge: 'call' },
  input: (t) => ({
    email: t.string({
      description: `The e-mail address. Required without \`providerToken\`. Where registrations are confirmed, it gets a mail: with a code, or to the owner of a taken address that there is an account. One address gets at most ${REGISTRATION_MAILS.points} of them in ${windowText(REGISTRATION_MAILS)}.`,
    }),
    password: t.string({
      description: 'The password, 8 to 128 characters. Required without `providerToken`.',
    }),
    providerToken: t.string({
      description: 'An access token that the client got from the identity provider.',
    }),
    username: t.string({
      required: true,
      description:
        'The requested username: {usernameLengthMin} to {usernameLengthMax} of `a-z`, `0-9`, `_` and `.`.',
    }),
    displayName: t.string({
      required: true,
      description: 'The display name, 1 to {displayNameLength} characters.',
    }),
    device: t.field({ type: DeviceInputRef, description: 'The device of the client.' }),
    deviceToken: t.string({ description: DEVICE_TOKEN_TEXT }),
  }),
  payload: {
    ...signedInOnDevicePayload,
    registrationToken: {
      type: 'String',
      description:
        'Token for `confirmRegistration`, with the code from the mail: keep it until then. Given alone, the same for every address, where registrations are confirmed. Null when the caller is signed in at once.',
    },
    codeExpiresAt: {
      type: 'DateTime',
      description: `Time until which the code is valid: ${CODE_LIFE_MS / MINUTE_MS} minutes. Null without \`registrationToken\`.`,
    },
  },
  resolve: async (ctx, input) => {
    const unfinished = { registrationToken: null, codeExpiresAt: null };
    return { ...SIGNED_OUT, ...unfinished, ...(await register(ctx, input)) };
  },
});

mutationField('confirmRegistration', {
  description:
    'Creates the account of a registration by the code from the mail, with a verified address, and signs in. A username that somebody took meanwhile is a CONFLICT: register again with another one.',
  access: 'anyone',
  restriction: null,
  budget: { points: 20, windowSeconds: 3_600, per: 'caller', networkPoints: 200 },
  input: (t) => ({
    registrationToken: t.string({ required: true, description: 'The token that `register` gave.' }),
    code: t.string({
      required: true,
      description: `The six digits from the mail. Valid once. After ${CODE_TRIES_MAX} wrong codes, or when the code has expired, register again for a new one.`,
    }),
  }),
  payload: signedInOnDevicePayload,
  resolve: (ctx, input) => confirmRegistration(ctx, input),
});

mutationField('login', {
  description:
    'Signs in by e-mail address and password or by a token from the identity provider. A refusal does not reveal whether the account exists; only the owner of a suspended account gets RESTRICTED.',
  access: 'anyone',
  restriction: null,
  input: (t) => ({
    email: t.string({ description: 'The e-mail address. Required without `providerToken`.' }),
    password: t.string({
      description: `The password. Required without \`providerToken\`. ${passwordRulesText('user')}`,
    }),
    providerToken: t.string({
      description: 'An access token that the client got from the identity provider.',
    }),
    device: t.field({ type: DeviceInputRef, description: 'The device of the client.' }),
    deviceToken: t.string({ description: DEVICE_TOKEN_TEXT }),
  }),
  payload: signedInOnDevicePayload,
  resolve: (ctx, input) => login(ctx, input),
});

mutationField('refreshSession', {
  description: `Exchanges a refresh token for a new pair of the same session, at most ${REFRESH_ALLOWANCE.points} times in ${windowText(REFRESH_ALLOWANCE)}. ${REPLACED_TOKEN_TEXT}`,
  access: 'anyone',
  restriction: null,
  input: (t) => ({ refreshToken: t.string({ required: true, description: 'The current refresh token.' }) }),
  payload: signedInPayload,
  resolve: (ctx, input) => refreshSession(ctx, input),
});

mutationField('logout', {
  description:
    'Ends the session of this request: its tokens are refused and its sockets are closed within 5 seconds.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    everywhere: t.boolean({
      description: 'Whether to end all sessions of the caller. Defaults to false: only the current one.',
    }),
  }),
  payload: { sessionIds: { type: ['ID'], description: 'Global ids of the ended sessions.' } },
  resolve: async (ctx, input) => ({
    sessionIds: (await logout(ctx, input)).map((id) => toGlobalId('session', id)),
  }),
});

mutationField('revokeSession', {
  description:
    'Ends one session of the caller: its tokens are refused and its sockets are closed within 5 seconds.',
  access: 'user',
  restriction: null,
  input: (t) => ({ sessionId: t.idOf('session', { required: true, description: 'The session to end.' }) }),
  payload: { sessionId: { type: 'ID', description: 'Global id of the ended session.' } },
  resolve: async (ctx, input) => ({ sessionId: toGlobalId('session', await revokeSession(ctx, input)) }),
});

mutationField('revokeOtherSessions', {
  description:
    'Ends all sessions of the caller except the current one: their tokens are refused and their sockets are closed within 5 seconds.',
  access: 'user',
  restriction: null,
  payload: { sessionIds: { type: ['ID'], description: 'Global ids of the ended sessions.' } },
  resolve: async (ctx) => ({
    sessionIds: (await revokeOtherSessions(ctx)).map((id) => toGlobalId('session', id)),
  }),
});
