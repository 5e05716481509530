import { useAct } from '../api/act.ts';
import type { ReactionType } from '../generated/schema.ts';
import { countsAfter } from '../posts/reactions.ts';
import { ReactToCommentDocument, RemoveCommentReactionDocument } from './comment-acts.generated.ts';
import type { CommentViewFragment } from './comment.generated.ts';

/** Sets or takes back the reader's reaction, shown at once and taken back where it is refused. */
export function useCommentReaction({ id, viewer, reactionCounts }: CommentViewFragment) {
  const setting = useAct(ReactToCommentDocument);
  const removing = useAct(RemoveCommentReactionDocument);
  const current = viewer?.reaction ?? null;

  async function react(type: ReactionType | null): Promise<void> {
    const comment = {
      __typename: 'Comment' as const,
      id,
      reactionCounts: {
        __typename: 'ReactionCounts' as const,
        ...countsAfter(reactionCounts, current, type),
      },
      viewer: { __typename: 'CommentViewer' as const, reaction: type },
    };
    if (type === null) {
      await removing.act({
        variables: { input: { commentId: id } },
        optimisticResponse: {
          removeCommentReaction: { __typename: 'RemoveCommentReactionPayload', comment, errors: [] },
        },
      });
    } else {
      await setting.act({
        variables: { input: { commentId: id, type } },
        optimisticResponse: { reactToComment: { __typename: 'ReactToCommentPayload', comment, errors: [] } },
      });
    }
  }
  return { current, react, refusals: [...setting.refusals, ...removing.refusals] };
}
