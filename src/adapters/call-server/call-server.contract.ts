import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import type { Admission, CallPeer, CallRights, CallServerPort, SeenPeer } from '#ports/call-server.ts';
import { until } from '#test/support/processes.ts';

/** A call server, and clients that reach it as those of its vendor do. */
export type CallServerHarness = {
  readonly callServer: CallServerPort;
  /** Connects a client by its admission. */
  connect(peer: CallPeer, admission: Admission): Promise<void>;
  /** The client hangs up. */
  hangUp(identity: string): Promise<void>;
  /** Rooms that were to be looked at since the last call. */
  looks(): readonly string[];
};

const VIEWER: CallRights = { audio: false, video: false, screen: false, slot: null };
const ROOM = { name: 'call-1', slots: 2, peersMax: 3 };
const ada: CallPeer = {
  room: ROOM.name,
  identity: 'ada:1',
  rights: { audio: true, video: true, screen: false, slot: 0 },
};
const ben: CallPeer = { room: ROOM.name, identity: 'ben:1', rights: VIEWER };

/** Contract of what carries calls; each adapter runs it against itself. */
export function callServerContract(name: string, open: (t: TestContext) => Promise<CallServerHarness>): void {
  suite(`call server contract: ${name}`, () => {
    test('a room is there from its opening to its closing, however often both are repeated', async (t) => {
      const { callServer } = await open(t);
      assert.equal(await callServer.listPeers(ROOM.name), null);
      await callServer.openRoom(ROOM);
      await callServer.openRoom(ROOM);
      assert.deepEqual(await callServer.listPeers(ROOM.name), []);
      await callServer.closeRoom(ROOM.name);
      await callServer.closeRoom(ROOM.name);
      assert.equal(await callServer.listPeers(ROOM.name), null);
    });

    test('an admitted peer connects with the rights of its admission, and hangs up', async (t) => {
      const harness = await open(t);
      const { callServer } = harness;
      await callServer.openRoom(ROOM);
      const admission = await callServer.admit(ada);
      assert.ok(admission.expiresAt.getTime() > 0);
      assert.equal(admission.token === null, callServer.connect !== null);
      assert.equal(admission.url === null, callServer.connect !== null);
      assert.deepEqual(await callServer.listPeers(ROOM.name), []);
      await harness.connect(ada, admission);
      await until(() => isConnected(callServer, ada), 'Ada is connected');
      const seen: SeenPeer = {
        identity: ada.identity,
        isConnected: true,
        isSilent: false,
        rights: ada.rights,
      };
      assert.deepEqual(await callServer.listPeers(ROOM.name), [seen]);
      assert.ok(harness.looks().includes(ROOM.name));
      await harness.hangUp(ada.identity);
      // The message that a client hangs up may be lost.
      await until(async () => {
        const peers = (await callServer.listPeers(ROOM.name)) ?? [];
        return peers.every(({ isSilent }) => isSilent);
      }, 'Ada is gone, or silent');
      await until(() => harness.looks().includes(ROOM.name), 'the room is looked at');
    });

    test('rights of a connected peer are replaced as a whole', async (t) => {
      const harness = await open(t);
      const { callServer } = harness;
      await callServer.openRoom(ROOM);
      await harness.connect(ben, await callServer.admit(ben));
      await until(() => isConnected(callServer, ben), 'Ben is connected');
      const speaking = { ...ben, rights: { audio: true, video: false, screen: true, slot: 1 } };
      for (const peer of [speaking, speaking, ben]) {
        assert.deepEqual(await callServer.permit(peer), { isInPlace: true });
        const [seen] = (await callServer.listPeers(ROOM.name)) ?? [];
        assert.deepEqual(seen?.rights, peer.rights);
      }
    });

    test('a removed peer is disconnected, also by a repetition, and what is not there is removed already', async (t) => {
      const harness = await open(t);
      const { callServer } = harness;
      await callServer.remove(ada);
      await callServer.openRoom(ROOM);
      await callServer.remove(ada);
      await harness.connect(ada, await callServer.admit(ada));
      await until(() => isConnected(callServer, ada), 'Ada is connected');
      await callServer.remove(ada);
      await callServer.remove(ada);
      assert.deepEqual(await callServer.listPeers(ROOM.name), []);
      await harness.connect(ada, await callServer.admit(ada));
      await until(() => isConnected(callServer, ada), 'Ada is connected again');
    });

    test('closing a room disconnects everybody', async (t) => {
      const harness = await open(t);
      const { callServer } = harness;
      await callServer.openRoom(ROOM);
      for (const peer of [ada, ben]) await harness.connect(peer, await callServer.admit(peer));
      await until(async () => (await callServer.listPeers(ROOM.name))?.length === 2, 'both are there');
      await callServer.closeRoom(ROOM.name);
      assert.equal(await callServer.listPeers(ROOM.name), null);
      await callServer.openRoom(ROOM);
      assert.deepEqual(await callServer.listPeers(ROOM.name), []);
    });

    test('closing ends at once, and twice', async (t) => {
      const { callServer } = await open(t);
      await callServer.openRoom(ROOM);
      await callServer.close();
      await callServer.close();
    });
  });
}

async function isConnected(callServer: CallServerPort, { room, identity }: CallPeer): Promise<boolean> {
  const peers = (await callServer.listPeers(room)) ?? [];
  return peers.some((peer) => peer.identity === identity && peer.isConnected);
}
