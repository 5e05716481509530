import { createHash, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { jwtVerify, SignJWT } from 'jose';

export const LIVEKIT_KEY = { apiKey: 'plaza', apiSecret: 'a secret of the LiveKit server, 32 signs' };

/** Configuration of a world whose calls it carries. */
export const livekitEnv = ({ url }: Pick<LiveKitServer, 'url'>): Record<string, string> => ({
  CALL_SERVER: 'livekit',
  LIVEKIT_URL: 'wss://calls.example.com',
  LIVEKIT_API_URL: url,
  LIVEKIT_API_KEY: LIVEKIT_KEY.apiKey,
  LIVEKIT_API_SECRET: LIVEKIT_KEY.apiSecret,
});

/** Speaks the part of LiveKit's Twirp protocol that calls use, and checks the grants of each request as LiveKit does. */
export type LiveKitServer = {
  readonly url: string;
  /** Methods and their bodies, in their order. */
  readonly received: readonly { readonly method: string; readonly body: Readonly<Record<string, unknown>> }[];
  /** A client connects with a token. @throws Error when the token grants it nothing there */
  join(token: string): Promise<void>;
  leave(identity: string): Promise<void>;
  /** Rooms with what they were opened with. */
  room(name: string): Readonly<Record<string, unknown>> | undefined;
  /** Answers differently from now on. */
  answer(
    how: 'well' | { readonly status: number } | { readonly afterMs: number } | { readonly body: string },
  ): void;
  /** Called with each event, as it is posted. */
  onEvent(listener: (event: { rawBody: Buffer; authorization: string }) => Promise<unknown>): void;
  /** An event, signed as the server signs it. */
  event(name: string, room: string): Promise<{ rawBody: Buffer; authorization: string }>;
};

type Grant = Readonly<Record<string, unknown>>;
type Participant = {
  readonly identity: string;
  readonly state: string;
  permission: Record<string, unknown>;
  attributes: Record<string, string>;
};
type Room = { readonly options: Record<string, unknown>; readonly participants: Map<string, Participant> };

class Refusal extends Error {
  readonly status: number;
  readonly code: string;

  constructor(status: number, code: string) {
    super(code);
    this.status = status;
    this.code = code;
  }
}

const SECRET = new TextEncoder().encode(LIVEKIT_KEY.apiSecret);
const refuse = (): never => {
  throw new Refusal(403, 'permission_denied');
};

export async function livekitServer(t: TestContext): Promise<LiveKitServer> {
  const rooms = new Map<string, Room>();
  const received: { method: string; body: Record<string, unknown> }[] = [];
  let how: Parameters<LiveKitServer['answer']>[0] = 'well';
  let listener: Parameters<LiveKitServer['onEvent']>[0] = async () => undefined;
  const server = createServer((request, response) => {
    void (async () => {
      const chunks: Buffer[] = [];
      for await (const chunk of request) chunks.push(chunk as Buffer);
      // The client is the vendor's own.
      const body = JSON.parse(Buffer.concat(chunks).toString()) as Record<string, unknown>;
      const method = /^\/twirp\/livekit\.RoomService\/(\w+)$/.exec(request.url ?? '')?.[1] ?? '';
      received.push({ method, body });
      if (how !== 'well' && 'afterMs' in how) await sleep(how.afterMs, undefined, { ref: false });
      if (how !== 'well' && 'body' in how) return void response.end(how.body);
      if (how !== 'well' && 'status' in how) throw new Refusal(how.status, 'internal');
      const grant = await grantIn(request.headers.authorization?.replace(/^Bearer /, '') ?? '');
      reply(response, 200, perform(rooms, method, body, grant.video));
    })().catch((error: unknown) => {
      const { status, code } = error instanceof Refusal ? error : { status: 500, code: 'internal' };
      reply(response, status, { code, msg: 'No.' });
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const post = async (name: string, room: string): Promise<unknown> => listener(await eventOf(name, room));

  return {
    url: `http://127.0.0.1:${port}`,
    received,
    async join(token) {
      const { video, identity, attributes } = await grantIn(token);
      const name = String(video['room']);
      const room = rooms.get(name);
      if (video['roomJoin'] !== true || !room || !identity) return refuse();
      if (room.participants.size >= Number(room.options['maxParticipants'])) return refuse();
      room.participants.set(identity, {
        identity,
        state: 'ACTIVE',
        permission: {
          canSubscribe: video['canSubscribe'] ?? true,
          canPublish: video['canPublish'] ?? true,
          canPublishData: video['canPublishData'] ?? true,
          canPublishSources: ((video['canPublishSources'] ?? []) as string[]).map((source) =>
            source.toUpperCase(),
          ),
        },
        attributes: kept(attributes),
      });
      await post('participant_joined', name);
    },
    async leave(identity) {
      for (const [name, room] of rooms) {
        if (room.participants.delete(identity)) await post('participant_left', name);
      }
    },
    room: (name) => rooms.get(name)?.options,
    answer: (next) => void (how = next),
    onEvent: (next) => void (listener = next),
    event: eventOf,
  };
}

async function grantIn(
  token: string,
): Promise<{ video: Grant; identity: string | undefined; attributes: Record<string, string> }> {
  const { payload } = await jwtVerify(token, SECRET, {
    issuer: LIVEKIT_KEY.apiKey,
    requiredClaims: ['exp'],
  }).catch(() => {
    throw new Refusal(401, 'unauthenticated');
  });
  const { video = {}, sub, attributes = {} } = payload;
  return { video: video as Grant, identity: sub, attributes: attributes as Record<string, string> };
}

function perform(
  rooms: Map<string, Room>,
  method: string,
  body: Record<string, unknown>,
  grant: Grant,
): object {
  const name = String(body['room'] ?? body['name']);
  if (method === 'CreateRoom' || method === 'DeleteRoom') {
    if (grant['roomCreate'] !== true) refuse();
    if (method === 'CreateRoom') {
      if (!rooms.has(name)) rooms.set(name, { options: body, participants: new Map() });
      return { sid: 'RM_1', name };
    }
    if (!rooms.delete(name)) throw new Refusal(404, 'not_found');
    return {};
  }
  if (grant['roomAdmin'] !== true || grant['room'] !== name) refuse();
  const room = rooms.get(name);
  if (!room) throw new Refusal(404, 'not_found');
  if (method === 'ListParticipants') return { participants: [...room.participants.values()] };
  const participant = room.participants.get(String(body['identity']));
  if (!participant) throw new Refusal(404, 'not_found');
  if (method === 'RemoveParticipant') {
    room.participants.delete(participant.identity);
    return {};
  }
  if (method !== 'UpdateParticipant') throw new Refusal(404, 'bad_route');
  // A permission replaces the one before as a whole.
  participant.permission = body['permission'] as Record<string, unknown>;
  participant.attributes = kept({
    ...participant.attributes,
    ...(body['attributes'] as Record<string, string>),
  });
  return participant;
}

const kept = (attributes: Record<string, string>): Record<string, string> =>
  Object.fromEntries(Object.entries(attributes).filter(([, value]) => value !== ''));

async function eventOf(name: string, room: string): Promise<{ rawBody: Buffer; authorization: string }> {
  const createdAt = String(Math.floor(Date.now() / 1_000));
  const rawBody = Buffer.from(
    JSON.stringify({ event: name, room: { sid: 'RM_1', name: room }, id: randomUUID(), createdAt }),
  );
  const sha256 = createHash('sha256').update(rawBody).digest('base64');
  const token = new SignJWT({ sha256 }).setProtectedHeader({ alg: 'HS256' });
  return {
    rawBody,
    authorization: await token.setIssuer(LIVEKIT_KEY.apiKey).setExpirationTime('5m').sign(SECRET),
  };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}
