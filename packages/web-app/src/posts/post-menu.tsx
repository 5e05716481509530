import { useSession } from '@plaza/client/react';
import { useNavigate } from '@tanstack/react-router';
import {
  ChartColumn,
  CircleDollarSign,
  Ellipsis,
  Flag,
  History,
  Info,
  Link2,
  Pencil,
  Pin,
  PinOff,
  Quote,
  Repeat2,
  Smile,
  Trash2,
} from 'lucide-react';
import { lazy, type ReactNode, Suspense, useState } from 'react';
import { useAct } from '../api/act.ts';
import { IconButton } from '../parts/button.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals } from '../parts/field.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { useTexts } from '../texts/texts.tsx';
import { PinPostDocument, UnpinPostDocument } from './edit-post.generated.ts';
import type { PostCardFragment } from './post-card.generated.ts';

const DeletePost = lazy(async () => ({ default: (await import('./edit-post.tsx')).DeletePost }));
const EditPost = lazy(async () => ({ default: (await import('./edit-post.tsx')).EditPost }));
const EditHistory = lazy(async () => ({ default: (await import('./edit-history.tsx')).EditHistory }));
const Reactors = lazy(async () => ({ default: (await import('../who/reactors.tsx')).PostReactors }));
const Reposters = lazy(async () => ({ default: (await import('../who/reposters.tsx')).Reposters }));
const Statistics = lazy(async () => ({
  default: (await import('../statistics/post-statistics.tsx')).PostStatistics,
}));
const TipDialog = lazy(async () => ({ default: (await import('../money/tip-dialog.tsx')).TipDialog }));
const Report = lazy(async () => ({ default: (await import('../report/report-dialog.tsx')).ReportDialog }));

type Opened =
  'reason' | 'edit' | 'history' | 'reactors' | 'reposters' | 'statistics' | 'tip' | 'report' | 'delete';

/** Acts that are rarely wanted; each opens a dialog that outlives the menu. */
export function PostMenu({
  post,
  reason,
}: {
  readonly post: PostCardFragment;
  readonly reason: string | undefined;
}) {
  const { common, posts } = useTexts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { items, refusals } = useItems({ post, reason, open: setOpened });
  const close = (): void => setOpened(null);
  return (
    <>
      <Menu
        trigger={
          <IconButton label={common.more}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={items}
      />
      {refusals.length > 0 && <Refusals of={refusals} />}
      <Suspense fallback={null}>
        {opened === 'reason' && (
          <Dialog title={posts.why} onClose={close}>
            <p>{reason}</p>
          </Dialog>
        )}
        {opened === 'edit' && <EditPost post={post} onClose={close} />}
        {opened === 'history' && <EditHistory id={post.id} onClose={close} />}
        {opened === 'reactors' && <Reactors id={post.id} onClose={close} />}
        {opened === 'reposters' && <Reposters id={post.id} onClose={close} />}
        {opened === 'statistics' && <Statistics id={post.id} onClose={close} />}
        {opened === 'tip' && (
          <TipDialog target={{ postId: post.id }} name={post.author?.displayName ?? ''} onClose={close} />
        )}
        {opened === 'report' && (
          <Report subject={{ postId: post.id }} ownerName={post.author?.displayName} onClose={close} />
        )}
        {opened === 'delete' && <DeletePost id={post.id} onClose={close} />}
      </Suspense>
    </>
  );
}

function useItems({
  post,
  reason,
  open,
}: {
  readonly post: PostCardFragment;
  readonly reason: string | undefined;
  readonly open: (dialog: Opened) => void;
}) {
  const { common, posts } = useTexts();
  const navigate = useNavigate();
  const { user } = useSession();
  const pinning = useAct(PinPostDocument);
  const unpinning = useAct(UnpinPostDocument);
  const variables = { input: { postId: post.id } };
  const isOwn = post.author?.id === user;
  const { canEdit = false, canDelete = false, canRepost = false, canTip = false } = post.viewer ?? {};
  const offered: readonly (readonly [isOffered: boolean, item: MenuItem])[] = [
    [reason !== undefined, item(posts.why, <Info />, () => open('reason'))],
    [
      canRepost,
      item(posts.quote, <Quote />, () => void navigate({ to: '/compose', search: { quote: post.id } })),
    ],
    [
      post.quoteCount > 0,
      item(
        posts.quotes(post.quoteCount),
        <Quote />,
        () => void navigate({ to: '/posts/$id/quotes', params: { id: post.id } }),
      ),
    ],
    [post.reactionCounts.total > 0, item(posts.reactors, <Smile />, () => open('reactors'))],
    [post.repostCount > 0, item(posts.reposters, <Repeat2 />, () => open('reposters'))],
    [isOwn, item(posts.statistics, <ChartColumn />, () => open('statistics'))],
    [post.editedAt !== null, item(posts.history, <History />, () => open('history'))],
    [canTip, item(posts.tip, <CircleDollarSign />, () => open('tip'))],
    [true, item(posts.copyLink, <Link2 />, () => void copyLink(post.id))],
    [canEdit, item(common.edit, <Pencil />, () => open('edit'))],
    [
      isOwn && canEdit,
      post.isPinned
        ? item(posts.unpin, <PinOff />, () => void unpinning.act({ variables }))
        : item(posts.pin, <Pin />, () => void pinning.act({ variables })),
    ],
    [!isOwn, item(posts.report, <Flag />, () => open('report'))],
    [canDelete, { ...item(common.delete, <Trash2 />, () => open('delete')), isDanger: true }],
  ];
  return {
    items: offered.flatMap(([isOffered, each]) => (isOffered ? [each] : [])),
    refusals: [...pinning.refusals, ...unpinning.refusals],
  };
}

const item = (name: string, icon: ReactNode, onSelect: () => void): MenuItem => ({ name, icon, onSelect });

const copyLink = (id: string): Promise<void> =>
  // A browser that refuses leaves the clipboard as it is.
  navigator.clipboard.writeText(`${location.origin}/posts/${id}`).catch(() => undefined);
