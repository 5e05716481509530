import type { RoomServiceClient, WebhookReceiver } from 'livekit-server-sdk';
import { type Clock, SECOND_MS } from '#platform/kernel/clock.ts';
import { CallServerError, type CallServerPort, type SeenPeer } from '#ports/call-server.ts';
import { attributesOf, grantOf, permissionOf, rightsOf } from './livekit-rights.ts';

export type LiveKitOptions = {
  /** For clients. */
  readonly url: string;
  /** For us. */
  readonly apiUrl: string;
  readonly apiKey: string;
  readonly apiSecret: string;
  readonly clock: Clock;
};

const VIEWERS_MAX = 1_000;
const TOKEN_SECONDS = 600;
const TIMEOUT_SECONDS = 3;
/** Seconds after which LiveKit closes a room that nobody has joined, and one that all have left. */
const EMPTY_SECONDS = 60;
const DEPARTURE_SECONDS = 30;
/** State of a participant who is gone, and of one whose media flow, in the vendor's protocol. */
const [DISCONNECTED, ACTIVE] = [3, 2];

/** LiveKit by the vendor's own SDK, which is loaded at the first use. Clients reach it by themselves, with a token. */
export function createLiveKitCallServer(options: LiveKitOptions): CallServerPort {
  const { url, apiKey, apiSecret, clock } = options;
  const client = lazyClient(options);
  let listener: (room: string) => void = () => undefined;
  return {
    provider: 'livekit',
    viewersMax: VIEWERS_MAX,
    openRoom: ({ name, peersMax }) =>
      asked(async () => {
        await (
          await client()
        ).rooms.createRoom({
          name,
          emptyTimeout: EMPTY_SECONDS,
          departureTimeout: DEPARTURE_SECONDS,
          maxParticipants: peersMax,
        });
      }),
    closeRoom: (name) => unlessMissing(async () => (await client()).rooms.deleteRoom(name), undefined),
    async admit({ room, identity, rights }) {
      const { AccessToken } = await import('livekit-server-sdk');
      const expiresAt = new Date(clock.now().getTime() + TOKEN_SECONDS * SECOND_MS);
      const attributes = attributesOf(rights);
      const token = new AccessToken(apiKey, apiSecret, { identity, ttl: TOKEN_SECONDS, attributes });
      token.addGrant(grantOf(room, rights));
      return { url, token: await token.toJwt(), expiresAt, iceServers: [] };
    },
    // A peer that is not there has a token with its former rights, and needs another one.
    permit: ({ room, identity, rights }) =>
      unlessMissing(
        async () => {
          const change = { permission: permissionOf(rights), attributes: attributesOf(rights) };
          await (await client()).rooms.updateParticipant(room, identity, change);
          return { isInPlace: true };
        },
        { isInPlace: false },
      ),
    remove({ room, identity }) {
      // Servers that do not know it let a token open again, until the next look.
      const revokeTokenTs = BigInt(Math.floor(clock.now().getTime() / SECOND_MS));
      return unlessMissing(
        async () => (await client()).rooms.removeParticipant(room, identity, { revokeTokenTs }),
        undefined,
      );
    },
    listPeers: (room) =>
      unlessMissing(async () => {
        const participants = await (await client()).rooms.listParticipants(room);
        return participants
          .filter(({ state }: { state: number }) => state !== DISCONNECTED)
          .map((participant): SeenPeer => {
            const { identity } = participant;
            const state: number = participant.state;
            const isConnected = state === ACTIVE;
            // Of silence LiveKit tells by the end of a connection.
            return { identity, isConnected, isSilent: false, rights: rightsOf(participant) };
          });
      }, null),
    connect: null,
    callbacks: {
      async read({ rawBody, authorization = '' }) {
        const room = await roomOf((await client()).receiver, rawBody, authorization);
        if (room === null) return null;
        listener(room);
        return { room };
      },
    },
    onLook: (next) => void (listener = next),
    close: async () => undefined,
  };
}

type Client = { readonly rooms: RoomServiceClient; readonly receiver: WebhookReceiver };

function lazyClient({ apiUrl, apiKey, apiSecret }: LiveKitOptions): () => Promise<Client> {
  let made: Promise<Client> | null = null;
  async function make(): Promise<Client> {
    const sdk = await import('livekit-server-sdk');
    return {
      // A second attempt in another region would come after whoever waits for the first one.
      rooms: new sdk.RoomServiceClient(apiUrl, apiKey, apiSecret, {
        requestTimeout: TIMEOUT_SECONDS,
        failover: false,
      }),
      receiver: new sdk.WebhookReceiver(apiKey, apiSecret),
    };
  }
  return () => (made ??= make());
}

/** Events after which other peers are in a room. Others come often, and change none. */
const CHANGING = new Set<string>([
  'room_finished',
  'participant_joined',
  'participant_left',
  'participant_connection_aborted',
]);

async function roomOf(
  receiver: WebhookReceiver,
  rawBody: Buffer,
  authorization: string,
): Promise<string | null> {
  const token = authorization.replace(/^Bearer /i, '');
  const { event, room } = await receiver.receive(rawBody.toString(), token).catch((error: unknown) => {
    throw new CallServerError('CALLBACK_INVALID', 'The call-back is not signed by our key.', {
      cause: error,
    });
  });
  return CHANGING.has(event) && room ? room.name : null;
}

const NOT_FOUND = 404;
const TOO_MANY = 429;

/** @returns `missing` when there is no such room or peer */
async function unlessMissing<Result, Missing>(
  ask: () => Promise<Result>,
  missing: Missing,
): Promise<Result | Missing> {
  try {
    return await ask();
  } catch (error) {
    if (statusOf(error) === NOT_FOUND) return missing;
    throw callServerErrorOf(error);
  }
}

async function asked<Result>(ask: () => Promise<Result>): Promise<Result> {
  try {
    return await ask();
  } catch (error) {
    throw callServerErrorOf(error);
  }
}

function callServerErrorOf(error: unknown): CallServerError {
  const status = statusOf(error);
  const isAway = status === null || status >= 500 || status === TOO_MANY;
  return isAway
    ? new CallServerError('UNAVAILABLE', 'LiveKit is away.', { cause: error })
    : new CallServerError('REFUSED', `LiveKit refuses the request (${status}).`, { cause: error });
}

/** Null for errors of the network, which have none. */
const statusOf = (error: unknown): number | null =>
  error instanceof Error && 'status' in error && typeof error.status === 'number' ? error.status : null;
