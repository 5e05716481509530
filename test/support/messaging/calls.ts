import type { MemoryCallServer } from '#test/support/calls/memory-call-server.ts';
import { reconcileCalls } from '#domains/messaging/calls/reconciling.service.ts';
import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { follow } from '#test/support/people/people.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import type { Person, World } from '#test/support/world.ts';

const ERRORS = 'errors { code message path ... on StateError { current allowed } }';

/** Fields that tests read of a call. */
export const CALL = `id kind mode speaking state endReason memberCount watchingCount ringingMsLeft durationSeconds
  host { username } starter { username }
  viewer { role state isMuted slot canSpeak canManage invitation connection { server } }`;

/** @returns the payload of a mutation of calls, with its refusals */
export const call = (
  actor: Actor,
  name: string,
  input: Readonly<Record<string, unknown>>,
  fields = `call { ${CALL} }`,
): Promise<Untyped> => callMutation(actor, { name, payload: `${fields} ${ERRORS}`, input });

/** Calls a mutation that must succeed. @returns the call */
export async function must(
  actor: Actor,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<Untyped> {
  const payload = await call(actor, name, input);
  if (payload.errors.length > 0) throw new Error(`${name}: ${JSON.stringify(payload.errors)}`);
  return payload.call;
}

/** The code of a refusal with its state; `ok` of a success. */
export async function outcome(
  actor: Actor,
  name: string,
  input: Readonly<Record<string, unknown>>,
): Promise<string> {
  const { errors } = await call(actor, name, input);
  return errors.length === 0 ? 'ok' : errors.map(codeOf).join(', ');
}

const codeOf = ({ code, current }: Untyped): string => (current ? `${code} ${current}` : code);

/** The id of a new call. */
export async function start(
  actor: Actor,
  conversationId: string,
  more: Readonly<Record<string, unknown>> = {},
): Promise<string> {
  return (await must(actor, 'startCall', { conversationId, kind: 'AUDIO', ...more })).id;
}

/** Lets people call each other: each follows all the others. */
export async function befriend(...people: readonly Person[]): Promise<void> {
  for (const one of people) {
    for (const other of people) if (one !== other) await follow(one, other);
  }
}

/** The call server of a world, which carries nothing. */
export const callServerOf = ({ callServer }: World): MemoryCallServer => callServer;

const peerOf = (callId: string, person: Person): readonly [string, string] => [
  uuidOf(callId),
  `${uuidOf(person.id)}:${uuidOf(person.sessionId)}`,
];

/** Connects the devices of people to a call that they have joined. */
export async function connect(world: World, callId: string, ...people: readonly Person[]): Promise<void> {
  for (const person of people) callServerOf(world).join(...peerOf(callId, person));
  await reconcileCalls(world.app.services);
}

/** Loses the connection of a device. */
export async function lose(
  world: World,
  callId: string,
  person: Person,
  how: 'gone' | 'silent' = 'gone',
): Promise<void> {
  callServerOf(world).lose(...peerOf(callId, person), how);
  await reconcileCalls(world.app.services);
}

/** Rights that the call server gives to a device; null when it has none. */
export const rightsOf = (world: World, callId: string, person: Person) =>
  callServerOf(world).rightsOf(...peerOf(callId, person));

/** Fields of a call as somebody sees it; null when they do not. */
export async function see(person: Actor, id: string, fields = CALL): Promise<Untyped> {
  const { data, errors } = await person.ask(`query ($id: ID!) { call(id: $id) { ${fields} } }`, { id });
  if (errors) throw new Error(JSON.stringify(errors));
  return data.call;
}
