import assert from 'node:assert/strict';
import { once } from 'node:events';
import { after, before, describe, test } from 'node:test';
import { WebSocket } from 'ws';
import type { EmbeddedLibrary } from '#adapters/identity/embedded-library.ts';
import { createActor } from '#test/support/actor.ts';
import { openRawSocket, type RawSocket } from '#test/support/transport/raw-socket.ts';
import {
  asked,
  closeCode,
  CLOSES_WITHIN_MS,
  openLibrary,
  otherProcess,
  SECRETS,
  signedFor,
  socketWith,
  tokenOf,
} from '#test/support/people/token-probing.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';

const ends: (() => unknown)[] = [];
let world: World;
let library: EmbeddedLibrary;
let ada: Person;

async function open(): Promise<void> {
  world = await testWorld({ after: (end) => void ends.push(end as () => unknown) }, { env: SECRETS });
  library = openLibrary(world, (end) => ends.unshift(end));
  ada = await world.user('ada');
}

function testWhereTokensAre(): void {
  describe('the token of a socket', () => {
    test('a socket takes its token from any of the usual parameters, with or without the scheme, or from the upgrade request', async () => {
      const token = tokenOf(ada);
      for (const params of [
        { authorization: `Bearer ${token}` },
        { Authorization: `Bearer ${token}` },
        { token: `Bearer ${token}` },
        { token },
        { authorization: token },
      ]) {
        const socket = await socketWith(world, params);
        assert.equal(socket.refusal, null, Object.keys(params)[0]);
        assert.deepEqual((await socket.ask('{ me { user { username } } }')).data, {
          me: { user: { username: 'ada' } },
        });
        socket.close();
      }
      const socket = await openRawSocket(world.url, { headers: { authorization: `Bearer ${token}` } });
      assert.equal(socket.refusal, null);
      socket.close();
    });

    test('a socket without a token, or with one that is not text, is closed with 4403', async () => {
      for (const params of [
        {},
        { authorization: 5 },
        { authorization: { token: tokenOf(ada) } },
        { token: [] },
      ]) {
        assert.equal((await socketWith(world, params)).refusal, 4403, JSON.stringify(params));
      }
    });

    test('a socket that never says who it is is closed with 4408 after ten seconds', async () => {
      const startedMs = performance.now();
      const socket = new WebSocket(world.url.replace('http', 'ws'), 'graphql-transport-ws');
      // The arguments of the event of a WebSocket.
      const [code] = (await once(socket, 'close')) as [number];
      assert.equal(code, 4408);
      assert.ok(performance.now() - startedMs > 9_900);
    });

    test('a bad token in the parameters is refused although the upgrade request has a valid one', async () => {
      const socket = await openRawSocket(world.url, {
        connectionParams: { authorization: 'Bearer garbage' },
        headers: { authorization: `Bearer ${tokenOf(ada)}` },
      });
      assert.equal(socket.refusal, 4403);
    });
  });
}

function testEndedSessions(): void {
  describe('an ended session', () => {
    test('a session revoked by another device is refused, its sockets close and those of others stay open', async () => {
      const phone = await world.signIn(ada);
      const sockets = [await socketOf(phone), await socketOf(phone)];
      const ownSocket = await socketOf(ada);
      await phone.do('{ me { id } }');
      await ada.do(REVOKE, { id: phone.sessionId });
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(phone)}`, '{ me { id } }'), REVOKED);
      for (const socket of sockets) assert.equal(await closeCode(socket), 4403);
      assert.deepEqual((await ownSocket.ask('{ me { user { username } } }')).data, {
        me: { user: { username: 'ada' } },
      });
      assert.equal((await socketWith(world, { authorization: `Bearer ${tokenOf(phone)}` })).refusal, 4403);
      ownSocket.close();
    });

    test('revoking all sessions closes all of their sockets', async () => {
      const ben = await world.user('ben');
      const [phone, laptop] = [await world.signIn(ben), await world.signIn(ben)];
      const sockets = await Promise.all([ben, phone, laptop].map(socketOf));
      await laptop.do('mutation { logout(input: { everywhere: true }) { sessionIds errors { code } } }');
      for (const socket of sockets) assert.equal(await closeCode(socket), 4403);
      for (const device of [ben, phone, laptop]) {
        assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(device)}`, '{ me { id } }'), REVOKED);
      }
    });

    test('a session revoked through another process is refused here within seconds', async (t) => {
      const eve = await world.user('eve');
      const phone = await world.signIn(eve);
      const socket = await socketOf(phone);
      await phone.do('{ me { id } }');
      const url = await otherProcess(world, SECRETS, (end) => t.after(end));
      const elsewhere = createActor(url, { token: eve.token, onEnd: (end) => t.after(() => end()) });
      await elsewhere.do(REVOKE, { id: phone.sessionId });
      const revokedAtMs = Date.now();
      assert.equal(await closeCode(socket), 4403);
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(phone)}`, '{ me { id } }'), REVOKED);
      assert.ok(Date.now() - revokedAtMs < CLOSES_WITHIN_MS);
    });

    test('a socket is closed when its token expires, although the session continues', async () => {
      const expiresAtSeconds = Math.floor(Date.now() / 1_000) + 2;
      const socket = await socketWith(world, {
        authorization: await signedFor(library, ada, { exp: expiresAtSeconds }),
      });
      assert.equal(socket.refusal, null);
      assert.equal(await closeCode(socket), 4403);
      assert.ok(Date.now() >= expiresAtSeconds * 1_000);
      assert.deepEqual(await asked(world.url, `Bearer ${tokenOf(ada)}`, '{ me { user { username } } }'), {
        me: { user: { username: 'ada' } },
      });
    });
  });
}

const REVOKED = [{ code: 'UNAUTHENTICATED', reason: 'REVOKED' }];
const REVOKE = 'mutation ($id: ID!) { revokeSession(input: { sessionId: $id }) { errors { code } } }';

async function socketOf(person: Person): Promise<RawSocket> {
  const socket = await socketWith(world, { authorization: `Bearer ${tokenOf(person)}` });
  assert.equal(socket.refusal, null);
  return socket;
}

// One world for all tests, at the end of the file, where all functions are defined.
describe('tokens of sockets, and ended sessions', () => {
  before(open);
  after(async () => {
    for (const end of ends) await end();
  });
  testWhereTokensAre();
  testEndedSessions();
});
