import { useAct } from '../api/act.ts';
import type { ReactionType } from '../generated/schema.ts';
import type { PostCardFragment } from './post-card.generated.ts';
import { ReactToPostDocument, RemovePostReactionDocument } from './post-acts.generated.ts';
import { countsAfter } from './reactions.ts';

/** Sets or takes back the reader's reaction, shown at once and taken back where it is refused. */
export function useReaction(post: Pick<PostCardFragment, 'id' | 'viewer' | 'reactionCounts'>) {
  const setting = useAct(ReactToPostDocument);
  const removing = useAct(RemovePostReactionDocument);
  const current = post.viewer?.reaction ?? null;

  const expected = (reaction: ReactionType | null) => ({
    __typename: 'Post' as const,
    id: post.id,
    reactionCounts: {
      __typename: 'ReactionCounts' as const,
      ...countsAfter(post.reactionCounts, current, reaction),
    },
    viewer: { __typename: 'PostViewer' as const, reaction },
  });

  async function react(type: ReactionType | null): Promise<void> {
    if (type === null) {
      await removing.act({
        variables: { input: { postId: post.id } },
        optimisticResponse: {
          removePostReaction: {
            __typename: 'RemovePostReactionPayload',
            post: expected(null),
            errors: [],
          },
        },
      });
    } else {
      await setting.act({
        variables: { input: { postId: post.id, type } },
        optimisticResponse: {
          reactToPost: { __typename: 'ReactToPostPayload', post: expected(type), errors: [] },
        },
      });
    }
  }
  return { current, react, refusals: [...setting.refusals, ...removing.refusals] };
}
