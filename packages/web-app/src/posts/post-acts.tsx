import { Link } from '@tanstack/react-router';
import { Bookmark, MessageCircle, Repeat2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useAct } from '../api/act.ts';
import { Refusals } from '../parts/field.tsx';
import { useShortNumber } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import type { PostCardFragment } from './post-card.generated.ts';
import {
  RepostDocument,
  SavePostDocument,
  UndoRepostDocument,
  UnsavePostDocument,
} from './post-acts.generated.ts';
import { ReactionButton } from './reaction-button.tsx';
import { useReaction } from './use-reaction.ts';

export function PostActs({ post }: { readonly post: PostCardFragment }) {
  const { posts } = useTexts();
  const short = useShortNumber();
  const reposting = useReposting(post);
  const saving = useSaving(post);
  const reaction = useReaction(post);
  const { hasReposted = false, canRepost = false, isSaved = false } = post.viewer ?? {};
  return (
    <>
      <div className="post-acts">
        <ReactionButton
          current={reaction.current}
          total={post.reactionCounts.total}
          onReact={(type) => void reaction.react(type)}
        />
        <Link
          to="/posts/$id"
          params={{ id: post.id }}
          className="act"
          aria-label={posts.comments(post.commentCount)}
        >
          <MessageCircle aria-hidden="true" />
          <span aria-hidden="true">{short(post.commentCount)}</span>
        </Link>
        <ActButton
          label={hasReposted ? posts.undoRepost : posts.repost}
          isOn={hasReposted}
          disabled={!canRepost && !hasReposted}
          onClick={() => void reposting.toggle()}
        >
          <Repeat2 aria-hidden="true" />
          <span>{short(post.repostCount)}</span>
        </ActButton>
        <ActButton
          label={isSaved ? posts.unsavePost : posts.savePost}
          isOn={isSaved}
          onClick={() => void saving.toggle()}
        >
          <Bookmark aria-hidden="true" />
        </ActButton>
      </div>
      <Refusals of={[...reaction.refusals, ...reposting.refusals, ...saving.refusals]} />
    </>
  );
}

function ActButton({
  label,
  isOn,
  disabled = false,
  onClick,
  children,
}: {
  readonly label: string;
  readonly isOn: boolean;
  readonly disabled?: boolean;
  readonly onClick: () => void;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      className={isOn ? 'act act-on' : 'act'}
      aria-label={label}
      aria-pressed={isOn}
      title={label}
      disabled={disabled}
      onClick={onClick}
    >
      {children}
    </button>
  );
}

function useReposting({ id, repostCount, viewer }: PostCardFragment) {
  const reposting = useAct(RepostDocument);
  const undoing = useAct(UndoRepostDocument);
  const hasReposted = viewer?.hasReposted ?? false;
  const post = {
    __typename: 'Post' as const,
    id,
    repostCount: Math.max(0, repostCount + (hasReposted ? -1 : 1)),
    viewer: { __typename: 'PostViewer' as const, hasReposted: !hasReposted },
  };
  const variables = { input: { postId: id } };
  return {
    refusals: [...reposting.refusals, ...undoing.refusals],
    toggle: () =>
      hasReposted
        ? undoing.act({
            variables,
            optimisticResponse: { undoRepost: { __typename: 'UndoRepostPayload', post, errors: [] } },
          })
        : reposting.act({
            variables,
            optimisticResponse: { repost: { __typename: 'RepostPayload', post, errors: [] } },
          }),
  };
}

function useSaving({ id, viewer }: PostCardFragment) {
  const saving = useAct(SavePostDocument);
  const removing = useAct(UnsavePostDocument);
  const isSaved = viewer?.isSaved ?? false;
  const post = {
    __typename: 'Post' as const,
    id,
    viewer: { __typename: 'PostViewer' as const, isSaved: !isSaved },
  };
  const variables = { input: { postId: id } };
  return {
    refusals: [...saving.refusals, ...removing.refusals],
    toggle: () =>
      isSaved
        ? removing.act({
            variables,
            optimisticResponse: { unsavePost: { __typename: 'UnsavePostPayload', post, errors: [] } },
          })
        : saving.act({
            variables,
            optimisticResponse: {
              savePost: {
                __typename: 'SavePostPayload',
                savedPost: { __typename: 'SavedPost', id: `savedpost_of_${id}`, post },
                errors: [],
              },
            },
          }),
  };
}
