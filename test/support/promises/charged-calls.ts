import { call, must, start } from '#test/support/messaging/calls.ts';
import { startWith } from '#test/support/messaging/messaging.ts';
import { follow } from '#test/support/people/people.ts';
import type { Person } from '#test/support/world.ts';
import type { MakeInput, Scene } from './charged-mutations.ts';

/** A call of one with the other, that rings. */
async function ringing(starter: Person, invitee: Person): Promise<string> {
  await follow(invitee, starter);
  return start(starter, await startWith(starter, invitee));
}

type Stage = { readonly callId: string; readonly viewer: Person };

/** A call of a group in which a stranger speaks or watches, and the host hosts. */
async function stageOf(
  { stranger, other }: Scene,
  host: Person,
  as: 'SPEAKER' | 'VIEWER',
  viewer?: Person,
): Promise<Stage> {
  const joining = viewer ?? (await stranger());
  const third = host === other || joining === other ? await stranger() : other;
  const callId = await start(host, await startWith(host, joining, third), {
    speaking: as === 'SPEAKER' ? 'OPEN' : 'ON_REQUEST',
  });
  await must(joining, 'joinCall', { callId, as });
  return { callId, viewer: joining };
}

const raised = async (viewer: Person, callId: string): Promise<string> =>
  (await call(viewer, 'requestToSpeak', { callId }, 'speakerRequest { id }')).speakerRequest.id;

const onSpeaker: MakeInput = async (scene) => {
  const { callId, viewer } = await stageOf(scene, scene.caller, 'SPEAKER');
  return { callId, userId: viewer.id };
};

/** As `REPEATED`, of calls. */
export const REPEATED_CALLS: Readonly<Record<string, MakeInput>> = {
  startCall: async ({ caller, other }) => {
    await follow(other, caller);
    return { conversationId: await startWith(caller, other), kind: 'AUDIO' };
  },
  acceptCall: async ({ caller, other }) => ({ callId: await ringing(other, caller) }),
  declineCall: async ({ caller, other }) => ({ callId: await ringing(other, caller), reason: 'DECLINED' }),
  cancelCall: async ({ caller, other }) => ({ callId: await ringing(caller, other) }),
  joinCall: async ({ caller, other, stranger }) => ({
    callId: await start(other, await startWith(other, caller, await stranger())),
    as: 'SPEAKER',
  }),
  leaveCall: async ({ caller, other }) => ({ callId: await ringing(caller, other) }),
  endCall: async ({ caller, other }) => ({ callId: await ringing(caller, other) }),
  inviteToCall: async (scene) => {
    const guest = await scene.stranger();
    await follow(guest, scene.caller);
    return { callId: (await stageOf(scene, scene.caller, 'SPEAKER')).callId, userIds: [guest.id] };
  },
  updateCallMedia: async ({ caller, other }) => ({ callId: await ringing(caller, other), isMuted: true }),
  rateCall: async ({ caller, other }) => {
    const callId = await ringing(caller, other);
    await must(caller, 'cancelCall', { callId });
    return { callId, stars: 4 };
  },
  requestToSpeak: async (scene) => ({
    callId: (await stageOf(scene, scene.other, 'VIEWER', scene.caller)).callId,
  }),
  withdrawSpeakerRequest: async (scene) => ({
    requestId: await raised(scene.caller, (await stageOf(scene, scene.other, 'VIEWER', scene.caller)).callId),
  }),
  respondToSpeakerRequest: async (scene) => {
    const { callId, viewer } = await stageOf(scene, scene.caller, 'VIEWER');
    return { requestId: await raised(viewer, callId), isGranted: true };
  },
  inviteToSpeak: async (scene) => {
    const { callId, viewer } = await stageOf(scene, scene.caller, 'VIEWER');
    return { callId, userId: viewer.id };
  },
  lowerAllHands: async (scene) => {
    const { callId, viewer } = await stageOf(scene, scene.caller, 'VIEWER');
    await raised(viewer, callId);
    return { callId };
  },
  moveToViewers: onSpeaker,
  muteCallMember: onSpeaker,
  removeFromCall: onSpeaker,
  addCoHost: onSpeaker,
  removeCoHost: async (scene) => {
    const { callId, viewer } = await stageOf(scene, scene.caller, 'SPEAKER');
    await must(scene.caller, 'addCoHost', { callId, userId: viewer.id });
    return { callId, userId: viewer.id };
  },
};
