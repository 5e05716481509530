import type { Actor, Untyped } from '#test/support/actor.ts';
import { callMutation } from '#test/support/promises/call-mutation.ts';
import { onlyCase } from './reports.ts';

export const DECISION =
  'decision { id actions facts source strikePoints revertedAt } errors { __typename code path ... on ConflictError { existingId } }';

/** A policy of the installation. */
export async function somePolicy(admin: Actor): Promise<string> {
  const { adminGetPolicies } = await admin.do('{ adminGetPolicies { id title } }');
  return adminGetPolicies.find(({ title }: Untyped) => title === 'Spam and fraud').id;
}

/** Decides a case, by default to remove the content. @returns the payload */
export async function decide(
  admin: Actor,
  { id: caseId, version: expectedVersion }: { id: string; version: number },
  input: Readonly<Record<string, unknown>> = {},
): Promise<Untyped> {
  const hasNone = Array.isArray(input.actions) && input.actions.includes('NO_ACTION');
  const statement = hasNone
    ? {}
    : {
        policyId: await somePolicy(admin),
        ground: 'TERMS',
        facts: 'It sells.',
        explanation: 'Selling is spam.',
      };
  return callMutation(admin, {
    name: 'adminDecideCase',
    payload: DECISION,
    input: { caseId, expectedVersion, actions: ['REMOVE'], ...statement, ...input },
  });
}

/** Decides the one open case. */
export const decideOnly = async (
  admin: Actor,
  input: Readonly<Record<string, unknown>> = {},
): Promise<Untyped> => decide(admin, await onlyCase(admin), input);

export const reverse = (admin: Actor, decisionId: string): Promise<Untyped> =>
  callMutation(admin, {
    name: 'adminReverseDecision',
    payload: DECISION,
    input: { decisionId, reason: 'A mistake' },
  });

export const myDecisions = async (owner: Actor): Promise<Untyped[]> =>
  (
    await owner.do(
      `{ myModerationDecisions { nodes { id subjectKind subjectId actions policyTitle ground facts explanation source
        isDetectedAutomatically isDecidedAutomatically strikePoints revertedAt } } }`,
    )
  ).myModerationDecisions.nodes;

/** Whether a reader sees a post. */
export const seesPost = async (reader: Actor, postId: string): Promise<boolean> =>
  (await reader.do('query ($id: ID!) { post(id: $id) { id } }', { id: postId })).post !== null;
