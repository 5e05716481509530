import { UserRef } from '#domains/identity/users/users.schema.ts';
import { signedIn } from '#platform/graphql/access.ts';
import { builder } from '#platform/graphql/builder.ts';
import { connectionOf, forwardPageArgs } from '#platform/graphql/connection.ts';
import { enumOf } from '#platform/graphql/enum.ts';
import { mutationField } from '#platform/graphql/mutation.ts';
import { NodeRef, nodeType } from '#platform/graphql/node.ts';
import { fromGlobalId, toGlobalId } from '#platform/ids.ts';
import {
  findOwnSession,
  login,
  logout,
  mySessions,
  refreshSession,
  register,
  revokeOtherSessions,
  revokeSession,
} from './sessions.service.ts';
import type { Platform, Session } from './sessions.types.ts';

const PlatformRef = enumOf<Platform>('Platform', {
  description: 'The kind of client that a session belongs to.',
  values: {
    WEB: 'The web front end.',
    IOS: 'The iOS app.',
    ANDROID: 'An Android app.',
    OTHER: 'Anything else, or not said.',
  },
});

const SessionRef = builder.objectRef<Session>('Session').implement({
  description: 'One sign-in of the caller on one device. Visible to its owner alone.',
  interfaces: [NodeRef],
  fields: (t) => ({
    id: t.id({
      description: 'The global id, `session_…`.',
      resolve: (session) => toGlobalId('session', session.id),
    }),
    deviceName: t.exposeString('deviceName', {
      nullable: true,
      description: 'What the client called the device; null when it did not say.',
    }),
    platform: t.field({
      type: PlatformRef,
      description: 'The kind of client.',
      resolve: (session) => session.platform,
    }),
    appVersion: t.exposeString('appVersion', {
      nullable: true,
      description: 'The version of the client; null when it did not say.',
    }),
    ip: t.exposeString('ip', { description: 'The address of the last sign-in or refresh.' }),
    country: t.exposeString('country', {
      nullable: true,
      description:
        'The country of that address as ISO 3166-1 alpha-2, such as `PT`; null when the proxy in front of the service does not tell it.',
    }),
    userAgent: t.exposeString('userAgent', { description: 'The user agent at sign-in.' }),
    createdAt: t.field({
      type: 'DateTime',
      description: 'When the person signed in.',
      resolve: (session) => session.createdAt,
    }),
    lastSeenAt: t.field({
      type: 'DateTime',
      description: 'When the session was last used, exact to 5 minutes.',
      resolve: (session) => session.lastSeenAt,
    }),
    isCurrent: t.boolean({
      description: 'Whether it is the session of this request.',
      resolve: (session, _args, ctx) => ctx.user?.sessionId === session.id,
    }),
  }),
});

nodeType(SessionRef, 'session', findOwnSession);

const SessionConnectionRef = connectionOf('Session', SessionRef, { description: 'Sessions, newest first.' });

builder.queryField('mySessions', (t) =>
  t.field({
    type: SessionConnectionRef,
    nullable: true,
    description: 'The live sessions of the caller, newest first.',
    access: 'user',
    args: forwardPageArgs(t.arg),
    resolve: (_root, args, ctx) => mySessions(signedIn(ctx), args),
  }),
);

const DeviceInputRef = builder.inputType('DeviceInput', {
  description: 'What the client says of its device, to be shown in the list of sessions.',
  fields: (t) => ({
    deviceName: t.string({ description: 'A name for people, such as "Ada\'s phone"; 1 to 100 characters.' }),
    platform: t.field({ type: PlatformRef, required: true, description: 'The kind of client.' }),
    appVersion: t.string({ description: 'The version of the client, 1 to 50 characters.' }),
  }),
});

const signedInPayload = {
  accessToken: { type: 'String', description: 'The bearer token for the header `Authorization`.' },
  refreshToken: {
    type: 'String',
    description:
      'Exchanged by `refreshSession` for a new access token; null when the client signed in at the provider itself and refreshes there.',
  },
  expiresAt: { type: 'DateTime', description: 'When the access token expires: refresh it before.' },
  user: { type: UserRef, description: 'Who signed in.' },
  session: { type: SessionRef, description: 'The session that the tokens belong to.' },
} as const;

const SIGN_IN_BUDGET = { points: 10, windowSeconds: 300, per: 'ip' } as const;

mutationField('register', {
  description:
    'Makes an account and signs it in, by e-mail address and password or by a token from the identity provider. Registering the same identity again signs in to the account that it has.',
  access: 'anyone',
  restriction: null,
  budget: SIGN_IN_BUDGET,
  input: (t) => ({
    email: t.string({ description: 'The e-mail address. Required without `providerToken`.' }),
    password: t.string({
      description: 'The password, 8 to 128 characters. Required without `providerToken`.',
    }),
    providerToken: t.string({
      description: 'An access token that the client got from the identity provider.',
    }),
    username: t.string({
      required: true,
      description: 'The wished username: 3 to 30 of `a-z`, `0-9`, `_` and `.`.',
    }),
    displayName: t.string({ required: true, description: 'The name to show, 1 to 50 characters.' }),
    device: t.field({ type: DeviceInputRef, description: 'The device that signs in.' }),
  }),
  payload: signedInPayload,
  resolve: (ctx, input) => register(ctx, input),
});

mutationField('login', {
  description:
    'Signs in by e-mail address and password or by a token from the identity provider. A refusal does not tell whether the account exists; only who owns a suspended one is told that, by RESTRICTED.',
  access: 'anyone',
  restriction: null,
  budget: SIGN_IN_BUDGET,
  input: (t) => ({
    email: t.string({ description: 'The e-mail address. Required without `providerToken`.' }),
    password: t.string({ description: 'The password. Required without `providerToken`.' }),
    providerToken: t.string({
      description: 'An access token that the client got from the identity provider.',
    }),
    device: t.field({ type: DeviceInputRef, description: 'The device that signs in.' }),
  }),
  payload: signedInPayload,
  resolve: (ctx, input) => login(ctx, input),
});

mutationField('refreshSession', {
  description: 'Exchanges a refresh token for a new access token of the same session.',
  access: 'anyone',
  restriction: null,
  budget: { points: 60, windowSeconds: 300, per: 'ip' },
  input: (t) => ({ refreshToken: t.string({ required: true, description: 'The refresh token in force.' }) }),
  payload: signedInPayload,
  resolve: (ctx, input) => refreshSession(ctx, input),
});

mutationField('logout', {
  description:
    'Ends the session of this request: its tokens are refused and its sockets closed within 5 seconds.',
  access: 'user',
  restriction: null,
  input: (t) => ({
    everywhere: t.boolean({ description: 'Whether to end all sessions of the caller, not only this one.' }),
  }),
  payload: { sessionIds: { type: ['ID'], description: 'The sessions that ended.' } },
  resolve: async (ctx, input) => ({
    sessionIds: (await logout(ctx, input)).map((id) => toGlobalId('session', id)),
  }),
});

mutationField('revokeSession', {
  description:
    'Ends one session of the caller: its tokens are refused and its sockets closed within 5 seconds.',
  access: 'user',
  restriction: null,
  input: (t) => ({ sessionId: t.id({ required: true, description: 'The session to end.' }) }),
  payload: { sessionId: { type: 'ID', description: 'The session that ended.' } },
  resolve: async (ctx, { sessionId }) => {
    await revokeSession(ctx, { sessionId: fromGlobalId('session', sessionId) });
    return { sessionId };
  },
});

mutationField('revokeOtherSessions', {
  description:
    'Ends all sessions of the caller but that of this request: their tokens are refused and their sockets closed within 5 seconds.',
  access: 'user',
  restriction: null,
  payload: { sessionIds: { type: ['ID'], description: 'The sessions that ended.' } },
  resolve: async (ctx) => ({
    sessionIds: (await revokeOtherSessions(ctx)).map((id) => toGlobalId('session', id)),
  }),
});
