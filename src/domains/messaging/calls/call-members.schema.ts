import { visibleUserById } from '#domains/identity/users/users.loaders.ts';
import { UserRef } from '#domains/identity/users/users.schema.ts';
import { builder } from '#platform/graphql/builder.ts';
import { enumType } from '#platform/graphql/enum.ts';
import { listSize } from '#platform/graphql/list-size.ts';
import { load } from '#platform/request/loader.ts';
import type { Admission, IceServer } from '#ports/call-server.ts';
import type { CallMember, CallMemberState, CallRole } from './calls.types.ts';

export const CallRoleRef = enumType<CallRole>('CallRole', {
  description: 'Role of a member of a call.',
  values: {
    HOST: 'Manages the call. There is one, who is the starter at first.',
    CO_HOST: 'Manages the call beside the host.',
    SPEAKER: 'Has a slot and may send sound, video and a screen.',
    VIEWER: 'In viewer mode: receives alone.',
  },
});

export const CallMemberStateRef = enumType<CallMemberState>('CallMemberState', {
  description: 'State of the connection of a member of a call.',
  values: {
    CONNECTING: 'Has joined, and is not connected yet; has left after {callConnectSeconds} seconds of it.',
    CONNECTED: 'Sends and receives.',
    RECONNECTING: 'The connection is lost; has left after {callReturnSeconds} seconds of it.',
    LEFT: 'Is not in the call.',
  },
});

export const CallMemberRef = builder.objectRef<CallMember>('CallMember').implement({
  description:
    'A user in a call. Visible to whoever sees the call; those in viewer mode to hosts and themselves.',
  fields: (t) => ({
    user: t.field({
      type: UserRef,
      nullable: true,
      description: 'The user. Null if the caller cannot see them.',
      varies: 'people',
      resolve: ({ userId }, _args, ctx) => load(ctx, visibleUserById, userId),
    }),
    role: t.field({ type: CallRoleRef, description: 'Role in the call.', resolve: ({ role }) => role }),
    state: t.field({
      type: CallMemberStateRef,
      description: 'State of the connection.',
      resolve: ({ state }) => state,
    }),
    isMuted: t.exposeBoolean('isMuted', {
      description: 'Whether the microphone is off, by themselves or by a host. Always in viewer mode.',
    }),
    isVideoOn: t.exposeBoolean('isVideoOn', { description: 'Whether the camera is on.' }),
    slot: t.exposeInt('slot', {
      nullable: true,
      description:
        'Place in the connections of the others, from 0 and less than {callSpeakers}: the sound and video of the member come in the lines of this number. Null in viewer mode, and for who has left.',
    }),
    joinedAt: t.field({
      type: 'DateTime',
      description: 'Time of joining.',
      resolve: ({ joinedAt }) => joinedAt,
    }),
  }),
});

const IceServerRef = builder.objectRef<IceServer>('IceServer').implement({
  description: 'A STUN or TURN server, for `RTCConfiguration.iceServers`.',
  fields: (t) => ({
    urls: t.field({
      type: ['String'],
      description: 'Addresses, at most 8.',
      extensions: listSize(8),
      resolve: ({ urls }) => [...urls],
    }),
    username: t.exposeString('username', {
      nullable: true,
      description: 'User name. Null if none is needed.',
    }),
    credential: t.exposeString('credential', {
      nullable: true,
      description: 'Password. Null if none is needed.',
    }),
  }),
});

const ICE_SERVERS_MAX = 8;

export const CallAccessRef = builder
  .objectRef<Admission & { readonly server: string }>('CallAccess')
  .implement({
    description: 'The way to the call server, for the session that has joined.',
    fields: (t) => ({
      server: t.exposeString('server', {
        description: 'Name of the call server, such as `embedded` or `livekit`.',
      }),
      url: t.exposeString('url', {
        nullable: true,
        description: 'Address for the SDK of the call server. Null where clients connect by `connectCall`.',
      }),
      token: t.exposeString('token', {
        nullable: true,
        description: 'Token for the SDK; keep it secret. Null where clients connect by `connectCall`.',
      }),
      expiresAt: t.field({
        type: 'DateTime',
        description: 'Time until which a connection can be made: `refreshCallConnection` prolongs it.',
        resolve: ({ expiresAt }) => expiresAt,
      }),
      slotCount: t.int({
        description:
          'Number of places of speakers: an offer for `connectCall` has a line of sound and one of video for each, and `CallMember.slot` counts them from 0.',
        resolve: (_access, _args, { limits }) => limits.callSpeakers,
      }),
      iceServers: t.field({
        type: [IceServerRef],
        description: `STUN and TURN servers, at most ${ICE_SERVERS_MAX}.`,
        extensions: listSize(ICE_SERVERS_MAX),
        resolve: ({ iceServers }) => iceServers.slice(0, ICE_SERVERS_MAX),
      }),
    }),
  });
