import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { SEND } from './messaging.ts';

export const LIVE_LOCATION =
  '... on LiveLocationContent { latitude longitude accuracyMeters headingDegrees updatedAt endsAt isActive }';
export const OSLO = { latitude: 59.9139, longitude: 10.7522 };
export const BERGEN = { latitude: 60.3913, longitude: 5.3221, accuracyMeters: 12.5, headingDegrees: 270 };

/** @returns the id of a message with a live location in Oslo */
export async function sentLive(sender: Actor, conversationId: string, durationMinutes = 60): Promise<string> {
  const input = { conversationId, liveLocation: { ...OSLO, durationMinutes } };
  return (await sender.do(SEND, { input })).sendMessage.message.id;
}

const call =
  (name: string) =>
  async (actor: Actor, input: Readonly<Record<string, unknown>>): Promise<Untyped> =>
    callMutation(actor, {
      name,
      payload: `message { content { ${LIVE_LOCATION} } } errors { code ... on StateError { current } }`,
      input,
    });

const update = call('updateLiveLocation');
const stopIt = call('stopLiveLocation');

export const move = (actor: Actor, messageId: string, position: object = BERGEN): Promise<Untyped> =>
  update(actor, { messageId, ...position });

export const stop = (actor: Actor, messageId: string): Promise<Untyped> => stopIt(actor, { messageId });
