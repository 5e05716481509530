import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import type { World } from '#test/support/world.ts';

const FACE = `conversation { id title description participantCount avatar { id }
  participants { nodes { user { username } role status } } viewer { role canManageParticipants canEdit } }
  errors { code message path ... on ValidationError { constraint limit } ... on StateError { current allowed } }`;

const MUTATIONS = {
  updateConversation: FACE,
  addParticipants: FACE,
  removeParticipant: FACE,
  setParticipantRole: FACE,
  leaveConversation: 'conversationId errors { code message path ... on StateError { current allowed } }',
};

/** @returns the payload of a mutation that manages a group */
export const manage = (
  actor: Actor,
  name: keyof typeof MUTATIONS,
  input: Readonly<Record<string, unknown>>,
): Promise<Untyped> => callMutation(actor, { name, payload: MUTATIONS[name], input });

/** The participants of a payload, such as `ada OWNER`. */
export const rolesIn = ({ conversation }: Untyped): string[] =>
  conversation.participants.nodes
    .map(({ user, role, status }: Untyped) =>
      [user?.username, role, ...(status === 'ACTIVE' ? [] : [status])].join(' '),
    )
    .toSorted();

/** Conversations whose count of participants is not that of their rows, and groups with members and without one owner. */
export async function wrongGroups({ app }: World): Promise<unknown[]> {
  const rows = await app.services.db
    .selectFrom('conversations as c')
    .leftJoin('participants as p', (join) =>
      join.onRef('p.conversation_id', '=', 'c.id').on('p.left_at', 'is', null),
    )
    .select(({ fn }) => [
      'c.id',
      'c.kind',
      'c.participant_count as stored',
      fn.count<number>('p.user_id').as('counted'),
      fn.count<number>('p.user_id').filterWhere('p.role', '=', 'OWNER').as('owners'),
      fn.count<number>('p.user_id').filterWhere('p.status', '=', 'ACTIVE').as('members'),
    ])
    .groupBy('c.id')
    .execute();
  return rows.filter(
    ({ kind, stored, counted, owners, members }) =>
      counted !== stored || (kind === 'GROUP' && members > 0 && owners !== 1),
  );
}
