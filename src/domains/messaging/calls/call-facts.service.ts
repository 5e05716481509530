import { LRUCache } from 'lru-cache';
import type { Db } from '#platform/db/database.ts';
import type { Services } from '#platform/outbox/services.ts';
import { DAY_MS } from '#platform/kernel/clock.ts';
import type { UserContext } from '#platform/request/context.ts';
import {
  type CallPeople,
  findCallPeople,
  listCalls,
  listCallTopics,
  listNamedMembers,
} from './calls.queries.ts';
import type { Call, CallMember } from './calls.types.ts';

/** People are cached for each database separately: ids and versions are valid in one database alone. */
type Cache = { readonly setBacks: number; readonly people: LRUCache<string, CallPeople> };

/** Some 60 bytes each. */
const CACHED_PEOPLE_MAX = 200_000;

const caches = new WeakMap<Db, Cache>();

function cacheOf({ db, events }: Services): Cache['people'] {
  const setBacks = events.setBacks();
  let found = caches.get(db);
  if (found?.setBacks !== setBacks) {
    const people = new LRUCache<string, CallPeople>({
      maxSize: CACHED_PEOPLE_MAX,
      sizeCalculation: ({ presentIds, ringingIds, formerIds }) =>
        presentIds.length + ringingIds.length + formerIds.length + 1,
    });
    found = { setBacks, people };
    caches.set(db, found);
  }
  return found.people;
}

/** The people of a call, of the version of an event or later. */
async function peopleAt(
  services: Services,
  { callId, membersVersion }: { readonly callId: string; readonly membersVersion: number },
): Promise<CallPeople | null> {
  const cache = cacheOf(services);
  let found = cache.get(callId);
  if (!found || found.version < membersVersion) {
    found = await findCallPeople(services.db, callId);
    if (!found) return null;
    cache.set(callId, found);
  }
  return found;
}

type OfCall = { readonly callId: string; readonly membersVersion: number };

/** Finds the users who are in a call or whom it rings, and the one whom an event is about. Cached by the version that every change of them raises. */
export async function callMembersAt(
  services: Services,
  event: OfCall & { readonly userId?: string | null },
): Promise<ReadonlySet<string>> {
  const people = await peopleAt(services, event);
  if (!people) return new Set();
  const named = event.userId == null ? [] : [event.userId];
  return new Set([...people.presentIds, ...people.ringingIds, ...named]);
}

/** Finds the users who are told of a viewer: hosts, and themselves. */
export async function hostsAt(
  services: Services,
  event: OfCall & { readonly userId: string },
): Promise<ReadonlySet<string>> {
  const people = await peopleAt(services, event);
  return new Set([...(people?.hostIds ?? []), event.userId]);
}

/** All who were ever in a call or rung, and see it still. */
export async function everybodyAt(services: Services, event: OfCall): Promise<ReadonlySet<string>> {
  const people = await peopleAt(services, event);
  if (!people) return new Set();
  return new Set([...people.presentIds, ...people.ringingIds, ...people.formerIds]);
}

const TOPIC_DAYS = 7;
const TOPICS_MAX = 500;

/** The calls of whose events the caller may have missed some, as far back as events are kept. */
export const listOwnTopics = (ctx: UserContext, callId: string | null | undefined): Promise<string[]> =>
  callId == null
    ? listCallTopics(ctx.db, {
        userId: ctx.user.id,
        since: new Date(ctx.clock.now().getTime() - TOPIC_DAYS * DAY_MS),
        limit: TOPICS_MAX,
      })
    : Promise.resolve([callId]);

/** A call as an event tells of it, read once for all of its recipients. */
export type CallFacts<Payload extends object> = Payload & {
  readonly call: Call;
  /** The member whom the event is about; null where it is about none. */
  readonly member: CallMember | null;
  /** Users whom some recipients may not see. */
  readonly people: readonly string[];
};

type NamingCall = { readonly callId: string; readonly userId?: string | null; readonly byId?: string };

/** In the order of the events; null where the call is deleted. */
export async function readCallFacts<Payload extends NamingCall>(
  { db }: Services,
  events: readonly Payload[],
): Promise<(CallFacts<Payload> | null)[]> {
  const named = events.flatMap(({ callId, userId }) => (userId == null ? [] : [{ callId, userId }]));
  const [calls, members] = await Promise.all([
    listCalls(db, [...new Set(events.map(({ callId }) => callId))]),
    named.length === 0
      ? []
      : listNamedMembers(db, {
          callIds: named.map(({ callId }) => callId),
          userIds: named.map(({ userId }) => userId),
        }),
  ]);
  const callById = new Map(calls.map((call) => [call.id, call]));
  const memberByKey = new Map(members.map((member) => [`${member.callId} ${member.userId}`, member]));
  return events.map((event) => {
    const call = callById.get(event.callId);
    if (!call) return null;
    const { userId, byId } = event;
    const member = userId == null ? null : (memberByKey.get(`${event.callId} ${userId}`) ?? null);
    const people = [call.starterId, call.hostId, call.screenUserId, userId, byId].filter((id) => id != null);
    return { ...event, call, member, people };
  });
}
