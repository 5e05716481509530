import type { Tx } from '#platform/db/database.ts';
import { insertReaction, updateReactionType } from './reactions.queries.ts';
import { countersChanged } from './reactions.policy.ts';
import type { OwnReaction, ReactionCounts, SubjectKind } from './reactions.types.ts';

/**
 * Puts a reaction in the place of the one that the person may have had before.
 * @returns what to add to the counters of the subject; null when nothing has changed
 */
export async function writeReaction(
  tx: Tx,
  kind: SubjectKind,
  reaction: OwnReaction & { readonly userId: string },
): Promise<Partial<ReactionCounts> | null> {
  const [inserted] = await insertReaction[kind](tx, reaction);
  if (inserted) return countersChanged(null, reaction.type);
  const [former] = await updateReactionType[kind](tx, reaction);
  return former ? countersChanged(former.type, reaction.type) : null;
}
