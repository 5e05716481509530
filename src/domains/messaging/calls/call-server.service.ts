import { LRUCache } from 'lru-cache';
import { SECOND_MS } from '#platform/kernel/clock.ts';
import { AppError } from '#platform/kernel/errors.ts';
import { invalid } from '#platform/kernel/parse-input.ts';
import type { Services } from '#platform/outbox/services.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import {
  type Admission,
  type CallPeer,
  CallServerError,
  type CallRights,
  type CallRoom,
} from '#ports/call-server.ts';
import { callChanged, callCounted } from './calls.events.ts';
import { identityOf, isPresent } from './calls.policy.ts';
import { listCalls, listMembersOf, listNamedMembers } from './calls.queries.ts';
import type { Call, CallMember } from './calls.types.ts';

/** Done after the commit of the rows that it follows from. It may fail: the next look at the room does it again. */
export type ServerAct =
  | { readonly kind: 'permit'; readonly call: Call; readonly member: CallMember }
  | { readonly kind: 'remove'; readonly room: string; readonly identity: string }
  | { readonly kind: 'close'; readonly room: string }
  | { readonly kind: 'count'; readonly callId: string; readonly membersVersion: number };

/** Collects acts of one transaction. */
export type ServerActs = ServerAct[];

/** Runs a transaction, and after its commit what it asks of the call server. */
export async function withCallServer<T>(
  services: Services,
  work: (tx: Tx, acts: ServerActs) => Promise<T>,
): Promise<T> {
  return (await followedBy(services, work)).result;
}

/** As `withCallServer`. @returns also the members whose rights hold only when they connect again */
export async function followedBy<T>(
  services: Services,
  work: (tx: Tx, acts: ServerActs) => Promise<T>,
): Promise<{ readonly result: T; readonly outdated: readonly CallMember[] }> {
  const { result, acts } = await collect(services, work);
  return { result, outdated: await carryOut(services, acts) };
}

const collect = <T>(
  services: Services,
  work: (tx: Tx, acts: ServerActs) => Promise<T>,
): Promise<{ readonly result: T; readonly acts: ServerActs }> =>
  services.transaction(async (tx) => {
    const acts: ServerActs = [];
    return { result: await work(tx, acts), acts };
  });

const followings = new Set<Promise<void>>();
/** A call server is not asked for more at a time: past it, callers wait. */
const FOLLOWINGS_MAX = 50;

/** As `withCallServer`, without waiting for the call server: one that is slow delays nothing that comes after, up to a number. */
export async function withCallServerBehind<T>(
  services: Services,
  work: (tx: Tx, acts: ServerActs) => Promise<T>,
): Promise<T> {
  const { result, acts } = await collect(services, work);
  if (followings.size >= FOLLOWINGS_MAX) await Promise.race(followings);
  const following: Promise<void> = carryOut(services, acts)
    .then(
      () => undefined,
      (error: unknown) => services.log.warn({ err: error }, 'members could not be asked to connect again'),
    )
    .finally(() => followings.delete(following));
  followings.add(following);
  return result;
}

/** Waits for what follows behind in this process. */
export async function endFollowings(): Promise<void> {
  while (followings.size > 0) await Promise.all(followings);
}

/** Never rejects. @returns the members whose rights hold only when they connect again */
export async function carryOut(
  services: Services,
  acts: readonly ServerAct[],
): Promise<readonly CallMember[]> {
  const outdated: CallMember[] = [];
  await Promise.all(
    acts.map(async (act) => {
      try {
        const isInPlace = await carryOutOne(services, act);
        if (!isInPlace && act.kind === 'permit') outdated.push(act.member);
      } catch (error) {
        services.log.warn(
          { err: error, act: act.kind },
          'the call server has not followed: it is asked again',
        );
      }
    }),
  );
  for (const { callId, userId } of outdated) await askToReconnect(services, { callId, userId });
  const changed = await changedSince(services, acts);
  return changed.length === 0 ? outdated : [...outdated, ...(await carryOut(services, changed))];
}

/**
 * Rights that were given by rows which have changed since: the act of a later transaction may have come before that of an earlier one.
 * Never rejects.
 */
async function changedSince({ db, log }: Services, acts: readonly ServerAct[]): Promise<ServerAct[]> {
  const permits = acts.filter((act) => act.kind === 'permit');
  if (permits.length === 0) return [];
  const callIds = permits.map(({ call }) => call.id);
  const userIds = permits.map(({ member }) => member.userId);
  try {
    const [calls, members] = await Promise.all([
      listCalls(db, [...new Set(callIds)]),
      listNamedMembers(db, { callIds, userIds }),
    ]);
    return permits.flatMap(({ call, member }): ServerAct[] => {
      const callNow = calls.find(({ id }) => id === call.id);
      const memberNow = members.find(({ callId, userId }) => callId === call.id && userId === member.userId);
      // Members who are out of the call were removed by what has ended their part.
      if (!callNow || callNow.state === 'ENDED' || !memberNow || !isPresent(memberNow)) return [];
      if (sameRights(rightsOf(callNow, memberNow), rightsOf(call, member))) return [];
      return [{ kind: 'permit', call: callNow, member: memberNow }];
    });
  } catch (error) {
    log.warn({ err: error }, 'rights in a call could not be compared: the next look does it');
    return [];
  }
}

/** @returns whether rights that were given hold already */
async function carryOutOne(
  { ports: { callServer }, ...services }: Services,
  act: ServerAct,
): Promise<boolean> {
  switch (act.kind) {
    case 'permit': {
      const { call, member } = act;
      const peer = { room: call.room, identity: identityOf(member), rights: rightsOf(call, member) };
      return (await callServer.permit(peer)).isInPlace;
    }
    case 'remove':
      await callServer.remove({ room: act.room, identity: act.identity });
      return true;
    case 'close':
      await callServer.closeRoom(act.room);
      return true;
    case 'count':
      countSoon(services, act);
      return true;
  }
}

/** Tells a member to connect again. */
async function askToReconnect(
  { transaction, db }: Services,
  { callId, userId }: { callId: string; userId: string },
): Promise<void> {
  const [found] = await listCalls(db, [callId]);
  if (!found) return;
  await transaction(async (tx) => {
    const { membersVersion } = found;
    tx.emit(callChanged, { callId, membersVersion, changes: ['RECONNECT'], userId }, { topic: callId });
    return Promise.resolve();
  });
}

/** Rights of a member, by the rows. */
export function rightsOf(
  { screenUserId }: Pick<Call, 'screenUserId'>,
  { userId, role, slot, isMuted, isVideoOn }: CallMember,
): CallRights {
  if (role === 'VIEWER' || slot === null) return { audio: false, video: false, screen: false, slot: null };
  return { audio: !isMuted, video: isVideoOn, screen: screenUserId === userId, slot };
}

export const sameRights = (one: CallRights, other: CallRights): boolean =>
  one.audio === other.audio &&
  one.video === other.video &&
  one.screen === other.screen &&
  one.slot === other.slot;

/** Maximum members in viewer mode of a call here. */
export const viewersMax = ({ limits, ports }: Pick<Services, 'limits' | 'ports'>): number =>
  Math.min(limits.callViewers, ports.callServer.viewersMax);

/** People who replace their connection are there twice for a moment. */
const SPARE_PEERS = 8;

export const roomOf = (services: Pick<Services, 'limits' | 'ports'>, name: string): CallRoom => ({
  name,
  slots: services.limits.callSpeakers,
  peersMax: services.limits.callSpeakers + viewersMax(services) + SPARE_PEERS,
});

/**
 * Lets a member connect, in a room that is there. Whoever changes the rows tells the call server after their commit, which may be before
 * this does: the rows are read again, and what this did by outdated ones is done anew or taken back.
 * @returns null when the part has ended meanwhile
 * @throws AppError SERVICE_UNAVAILABLE
 */
export async function admit(services: Services, call: Call, member: CallMember): Promise<Admission | null> {
  const { room } = call;
  const identity = identityOf(member);
  const rights = rightsOf(call, member);
  const [admission] = await Promise.allSettled([openTo(services, { room, identity, rights })]);
  const [callNow] = await listCalls(services.db, [call.id]);
  const [memberNow] = await listMembersOf(services.db, { userId: member.userId, callIds: [call.id] });
  if (!callNow || callNow.state === 'ENDED') {
    await carryOut(services, [{ kind: 'close', room }]);
    return null;
  }
  if (!memberNow || !isPresent(memberNow) || identityOf(memberNow) !== identity) {
    await carryOut(services, [{ kind: 'remove', room, identity }]);
    return null;
  }
  if (!sameRights(rightsOf(callNow, memberNow), rights)) return admit(services, callNow, memberNow);
  if (admission.status === 'rejected') throw admission.reason;
  return admission.value;
}

const openTo = (services: Services, peer: CallPeer): Promise<Admission> =>
  reached(async () => {
    const { callServer } = services.ports;
    await callServer.openRoom(roomOf(services, peer.room));
    return callServer.admit(peer);
  });

/** @throws AppError SERVICE_UNAVAILABLE, or VALIDATION_FAILED where `path` names what the call server refuses */
export async function reached<T>(work: () => Promise<T>, path?: string): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof CallServerError)) throw error;
    if (error.code === 'REFUSED' && path !== undefined) {
      throw invalid([path], 'Make a new offer.', 'offer');
    }
    throw new AppError('SERVICE_UNAVAILABLE', 'The call server cannot be reached: try again shortly.');
  }
}

const TOLD_EACH_MS = 2 * SECOND_MS;

type Counted = { readonly callId: string; readonly membersVersion: number };
/** Counts of a call that wait to be told by this process. */
type Telling = { waiting: Counted | null };

const tellings = new LRUCache<string, Telling>({ max: 10_000 });

/** Tells of the counts of a call, at once or two seconds after the last time in this process. */
function countSoon({ events }: Pick<Services, 'events'>, counted: Counted): void {
  const running = tellings.get(counted.callId);
  if (running) {
    running.waiting = counted;
    return;
  }
  const tell = ({ callId, membersVersion }: Counted): void => {
    events.sendEphemeral(callCounted, { callId, membersVersion }, { topic: callId });
    const telling: Telling = { waiting: null };
    tellings.set(callId, telling);
    setTimeout(() => {
      tellings.delete(callId);
      if (telling.waiting) tell(telling.waiting);
    }, TOLD_EACH_MS).unref();
  };
  tell(counted);
}
