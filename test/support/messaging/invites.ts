import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';

const REFUSAL = 'errors { code message path ... on ValidationError { constraint limit } }';

const MUTATIONS = {
  createConversationInvite: `invite { id createdBy { username } expiresAt maxUses useCount needsApproval } code ${REFUSAL}`,
  revokeConversationInvite: `conversation { id } ${REFUSAL}`,
  joinConversation: `conversation { id participantCount viewer { role addedBy { username } } }
    joinRequest { id user { username } } ${REFUSAL}`,
  acceptJoinRequest: `conversation { id participantCount } ${REFUSAL}`,
  rejectJoinRequest: `conversation { id participantCount } ${REFUSAL}`,
  cancelJoinRequest: `requestId ${REFUSAL}`,
};

/** @returns the payload of a mutation about the links of a group */
export const invite = (
  actor: Actor,
  name: keyof typeof MUTATIONS,
  input: Readonly<Record<string, unknown>>,
): Promise<Untyped> => callMutation(actor, { name, payload: MUTATIONS[name], input });

/** @returns the id and the code of a new link */
export async function linkOf(
  actor: Actor,
  conversationId: string,
  options: { readonly expiresAt?: string; readonly maxUses?: number; readonly needsApproval?: boolean } = {},
): Promise<{ readonly id: string; readonly code: string }> {
  const made = await invite(actor, 'createConversationInvite', { conversationId, ...options });
  if (made.errors.length > 0) throw new Error(JSON.stringify(made.errors));
  return { id: made.invite.id, code: made.code };
}

export const join = (actor: Actor, { code }: { readonly code: string }): Promise<Untyped> =>
  invite(actor, 'joinConversation', { code });

/** Asks to join a group by a new link. @returns the id of the request */
export async function askToJoin(actor: Actor, manager: Actor, conversationId: string): Promise<string> {
  const { joinRequest } = await join(actor, await linkOf(manager, conversationId, { needsApproval: true }));
  return joinRequest.id;
}
