import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { SeenPeer } from '#ports/call-server.ts';
import { updateMembersState } from './call-members.queries.ts';
import { lockCall } from './call-writes.queries.ts';
import {
  endFollowings,
  rightsOf,
  roomOf,
  sameRights,
  type ServerActs,
  withCallServer,
} from './call-server.service.ts';
import { callJoined } from './calls.events.ts';
import { canManage, identityOf, secondsAfter } from './calls.policy.ts';
import {
  findLiveCallByRoom,
  listLivePartsOf,
  listPresentMembers,
  listRoomsToCompare,
} from './calls.queries.ts';
import type { Call, CallMember } from './calls.types.ts';
import { type Here, NAMED_VIEWERS_MAX, settle, tellChanged } from './transitions.service.ts';

const BATCH_ROOMS = 100;

/** Compares all rooms with the rows. */
export async function reconcileCalls(services: Services): Promise<void> {
  let afterId = FIRST_ID;
  for (;;) {
    const calls = await listRoomsToCompare(services.db, { afterId, limit: BATCH_ROOMS });
    const last = calls.at(-1);
    if (!last) return;
    for (const { room } of calls) await reconcileCall(services, room);
    afterId = last.id;
  }
}

/** Looks of this process that run, by room, and the one after each. */
const looks = new Map<string, { readonly done: Promise<void>; next: Promise<void> | null }>();

/**
 * Makes the members of a call CONNECTED or RECONNECTING as the call server has them, and what the call server has as the rows say: peers without
 * a row are removed, other rights corrected. The order in which the call server tells of peers does not matter: it is asked who is there, one
 * look after the other, so that none writes what an older one has seen. Never rejects.
 */
function reconcileCall(services: Services, room: string): Promise<void> {
  const running = looks.get(room);
  // A look that waits has asked nothing yet.
  if (running) return (running.next ??= running.done.then(() => reconcileCall(services, room)));
  const done = lookAt(services, room).finally(() => looks.delete(room));
  looks.set(room, { done, next: null });
  return done;
}

async function lookAt(services: Services, room: string): Promise<void> {
  try {
    await compare(services, room);
  } catch (error) {
    services.log.warn(
      { err: error },
      'a call could not be compared with the call server: it is looked at again',
    );
  }
}

async function compare(services: Services, room: string): Promise<void> {
  const { callServer } = services.ports;
  const found = await findLiveCallByRoom(services.db, room);
  const peers = await callServer.listPeers(room);
  if (!found) {
    if (peers !== null) await callServer.closeRoom(room);
    return;
  }
  if (peers === null) {
    await callServer.openRoom(roomOf(services, room));
    // An end that came after the read has closed the room already.
    if (!(await findLiveCallByRoom(services.db, room))) return callServer.closeRoom(room);
  }
  const seen = peers ?? [];
  const members = await listPresentMembers(services.db, found.id);
  if (!differs(found, members, seen)) return;
  await withCallServer(services, async (tx, acts) => {
    const call = await lockCall(tx, found.id);
    if (call === null || call.state === 'ENDED') return;
    await follow(services, tx, call, seen, acts);
  });
}

type Seen = ReadonlyMap<string, SeenPeer>;

const byIdentity = (peers: readonly SeenPeer[]): Seen => new Map(peers.map((peer) => [peer.identity, peer]));

const isHere = (peer: SeenPeer | undefined): boolean =>
  peer !== undefined && peer.isConnected && !peer.isSilent;

/** Most looks find nothing to do, and lock nothing. */
function differs(call: Call, members: readonly CallMember[], peers: readonly SeenPeer[]): boolean {
  const seen = byIdentity(peers);
  const known = new Set(members.map(identityOf));
  return (
    peers.some(({ identity }) => !known.has(identity)) ||
    members.some((member) => {
      const peer = seen.get(identityOf(member));
      const hasMoved = isHere(peer) ? member.state !== 'CONNECTED' : member.state === 'CONNECTED';
      return hasMoved || (peer !== undefined && !sameRights(peer.rights, rightsOf(call, member)));
    })
  );
}

async function follow(
  services: Here,
  tx: Tx,
  call: Call,
  peers: readonly SeenPeer[],
  acts: ServerActs,
): Promise<void> {
  const seen = byIdentity(peers);
  const members = await listPresentMembers(tx, call.id);
  const known = new Set(members.map(identityOf));
  for (const { identity } of peers) {
    if (!known.has(identity)) acts.push({ kind: 'remove', room: call.room, identity });
  }
  for (const member of members) {
    const peer = seen.get(identityOf(member));
    if (peer && !sameRights(peer.rights, rightsOf(call, member))) acts.push({ kind: 'permit', call, member });
  }
  await moveMembers(services, tx, call, { members, seen });
}

async function moveMembers(
  { clock, limits }: Here,
  tx: Tx,
  call: Call,
  { members, seen }: { readonly members: readonly CallMember[]; readonly seen: Seen },
): Promise<void> {
  const isSeen = (member: CallMember): boolean => isHere(seen.get(identityOf(member)));
  const idsOf = (chosen: readonly CallMember[]): string[] => chosen.map(({ userId }) => userId);
  const came = members.filter((member) => member.state === 'CONNECTING' && isSeen(member));
  const returned = members.filter((member) => member.state === 'RECONNECTING' && isSeen(member));
  const lost = members.filter((member) => member.state === 'CONNECTED' && !isSeen(member));
  if (came.length + returned.length + lost.length === 0) return;
  const { id: callId } = call;
  const dueAt = secondsAfter(clock.now(), limits.callReturnSeconds);
  const here = { callId, userIds: idsOf([...came, ...returned]), state: 'CONNECTED' as const, dueAt: null };
  await updateMembersState(tx, here);
  await updateMembersState(tx, { callId, userIds: idsOf(lost), state: 'RECONNECTING', dueAt });
  const settled = await settle({ clock, limits }, tx, call, 0);
  for (const { userId, role } of came) {
    const joined = { callId, membersVersion: settled.membersVersion, userId, role };
    if (role !== 'VIEWER') {
      tx.emit(callJoined, joined, { topic: callId });
      continue;
    }
    // Each join has a version of its own: of a topic, the audience would be read for each.
    const hosts = settled.viewerCount <= NAMED_VIEWERS_MAX ? members.filter(canManage) : [];
    tx.emit(callJoined, joined, { userIds: [...hosts.map((host) => host.userId), userId] });
  }
  for (const { userId } of returned) tellChanged(tx, settled, ['CONNECTION'], userId);
  for (const { userId } of lost) tellChanged(tx, settled, ['CONNECTION', 'RECONNECT'], userId);
}

/** Looks at each room of which the call server says that its peers may have changed. */
export function watchCallServer(services: Services): void {
  services.ports.callServer.onLook((room) => void reconcileCall(services, room));
}

const drops = new Set<Promise<void>>();

/** Disconnects a session that has ended at once; its rows follow by a job. */
export function dropSession(services: Services, sessionId: string): void {
  const drop = disconnect(services, sessionId)
    .catch((error: unknown) =>
      services.log.warn({ err: error }, 'a session that has ended is disconnected later'),
    )
    .finally(() => drops.delete(drop));
  drops.add(drop);
}

async function disconnect({ db, ports }: Services, sessionId: string): Promise<void> {
  for (const { callId, userId } of await listLivePartsOf(db, { userId: null, sessionId })) {
    // The id of a call is the name of its room.
    await ports.callServer.remove({ room: callId, identity: identityOf({ userId, sessionId }) });
  }
}

/** Waits for what this process has begun. */
export async function endLooks(): Promise<void> {
  while (looks.size + drops.size > 0) {
    await Promise.all([...drops, ...Array.from(looks.values(), ({ done, next }) => next ?? done)]);
  }
  await endFollowings();
}
