import { mutationField } from '#platform/graphql/mutation.ts';
import type { UserContext } from '#platform/request/context.ts';
import { load } from '#platform/request/loader.ts';
import { visibleCallById } from '../calls/calls.loaders.ts';
import { CallRef } from '../calls/calls.schema.ts';
import type { Call } from '../calls/calls.types.ts';
import {
  addCoHost,
  moveToViewers,
  muteCallMember,
  type OnMember,
  removeCoHost,
  removeFromCall,
  transferHost,
} from './hosting.service.ts';

const BUDGET = { points: 60, windowSeconds: 60, per: 'user' } as const;
const THE_CALL = { required: true, description: 'The call, a group call.' } as const;
const THE_USER = { required: true, description: 'The member.' } as const;
const REFUSALS =
  'FORBIDDEN for others than hosts, on the host, and for co-hosts on each other; INVALID_STATE in a direct call.';
const BY_HOST = 'FORBIDDEN for others than the host; INVALID_STATE for viewers, and in a direct call.';

/** Adds a mutation of hosts on one member. */
function onMemberField(
  name: string,
  description: string,
  refusals: string,
  act: (ctx: UserContext, input: OnMember) => Promise<string>,
): void {
  mutationField(name, {
    description,
    refusals,
    access: 'user',
    restriction: 'CALLING',
    budget: BUDGET,
    input: (t) => ({ callId: t.idOf('call', THE_CALL), userId: t.idOf('user', THE_USER) }),
    payload: { call: { type: CallRef, description: 'The call.' } },
    resolve: async (ctx, input): Promise<{ call: Call | null }> => ({
      call: await load(ctx, visibleCallById, await act(ctx, input)),
    }),
  });
}

onMemberField(
  'moveToViewers',
  'Puts a member in viewer mode, which frees their slot; speakers may do it to themselves. Succeeds without a change when they are.',
  REFUSALS,
  moveToViewers,
);

onMemberField(
  'muteCallMember',
  'Turns the microphone of a member off, which they alone turn on again. Succeeds without a change when it is.',
  REFUSALS,
  muteCallMember,
);

onMemberField(
  'transferHost',
  'Makes a member who speaks the host. The former host speaks on.',
  BY_HOST,
  transferHost,
);

onMemberField(
  'addCoHost',
  'Makes a member who speaks a co-host. Succeeds without a change when they are.',
  BY_HOST,
  addCoHost,
);

onMemberField(
  'removeCoHost',
  'Makes a co-host a speaker. Succeeds without a change when they are none.',
  BY_HOST,
  removeCoHost,
);

mutationField('removeFromCall', {
  description:
    'Removes a user from a call, or stops ringing them. Who is banned does not see the call any more, nor comes back.',
  refusals: REFUSALS,
  access: 'user',
  restriction: 'CALLING',
  budget: BUDGET,
  input: (t) => ({
    callId: t.idOf('call', THE_CALL),
    userId: t.idOf('user', { required: true, description: 'A member, or somebody who is or was rung.' }),
    isBanned: t.boolean({ description: 'Whether they cannot come back. Defaults to false.' }),
  }),
  payload: { call: { type: CallRef, description: 'The call.' } },
  resolve: async (ctx, { isBanned, ...input }) => ({
    call: await load(
      ctx,
      visibleCallById,
      await removeFromCall(ctx, { ...input, isBanned: isBanned ?? false }),
    ),
  }),
});
