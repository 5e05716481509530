import { useSession } from '@plaza/client/react';
import {
  CircleDollarSign,
  Ellipsis,
  Eye,
  EyeOff,
  Flag,
  Pencil,
  Pin,
  PinOff,
  Smile,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api/act.ts';
import { IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Menu, type MenuItem } from '../parts/menu.tsx';
import { useTexts } from '../texts/texts.tsx';
import {
  HideCommentDocument,
  PinCommentDocument,
  UnhideCommentDocument,
  UnpinCommentDocument,
} from './comment-acts.generated.ts';
import type { CommentViewFragment } from './comment.generated.ts';
import { DeleteComment } from './delete-comment.tsx';

const Reactors = lazy(async () => ({ default: (await import('../who/reactors.tsx')).CommentReactors }));
const TipDialog = lazy(async () => ({ default: (await import('../money/tip-dialog.tsx')).TipDialog }));
const Report = lazy(async () => ({ default: (await import('../report/report-dialog.tsx')).ReportDialog }));

type Opened = 'reactors' | 'report' | 'tip' | 'delete';

type CommentMenuProps = {
  readonly comment: CommentViewFragment;
  readonly postId: string;
  readonly onEdit: () => void;
};

export function CommentMenu({ comment, postId, onEdit }: CommentMenuProps) {
  const { comments } = useTexts();
  const [opened, setOpened] = useState<Opened | null>(null);
  const { items, refusals } = useItems({ comment, onEdit, open: setOpened });
  const close = (): void => setOpened(null);
  if (items.length === 0) return null;
  return (
    <>
      <Menu
        trigger={
          <IconButton label={comments.more(comment.author?.displayName ?? '')}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={items}
      />
      {refusals.length > 0 && <Refusals of={refusals} />}
      <Suspense fallback={null}>
        {opened === 'reactors' && <Reactors id={comment.id} onClose={close} />}
        {opened === 'tip' && (
          <TipDialog
            target={{ commentId: comment.id }}
            name={comment.author?.displayName ?? ''}
            onClose={close}
          />
        )}
        {opened === 'report' && (
          <Report
            subject={{ commentId: comment.id }}
            ownerName={comment.author?.displayName}
            onClose={close}
          />
        )}
      </Suspense>
      {opened === 'delete' && <DeleteComment id={comment.id} postId={postId} onClose={close} />}
    </>
  );
}

function useItems({
  comment,
  onEdit,
  open,
}: Pick<CommentMenuProps, 'comment' | 'onEdit'> & { readonly open: (dialog: Opened) => void }) {
  const { common, comments, posts, report } = useTexts();
  const { user } = useSession();
  const pinning = useAct(PinCommentDocument);
  const unpinning = useAct(UnpinCommentDocument);
  const hiding = useAct(HideCommentDocument);
  const unhiding = useAct(UnhideCommentDocument);
  const { isPinned, author, reactionCounts, viewer } = comment;
  const variables = { input: { commentId: comment.id } };
  const items: MenuItem[] = [];
  if (viewer?.canEdit)
    items.push({ name: common.edit, icon: <Pencil aria-hidden="true" />, onSelect: onEdit });
  if (isPinned && viewer?.canHide) {
    const onSelect = (): void => void unpinning.act({ variables });
    items.push({ name: comments.unpin, icon: <PinOff aria-hidden="true" />, onSelect });
  } else if (viewer?.canPin) {
    const onSelect = (): void => void pinning.act({ variables });
    items.push({ name: comments.pin, icon: <Pin aria-hidden="true" />, onSelect });
  }
  if (viewer?.isHidden) {
    const onSelect = (): void => void unhiding.act({ variables });
    items.push({ name: comments.unhide, icon: <Eye aria-hidden="true" />, onSelect });
  } else if (viewer?.canHide && author?.id !== user) {
    const onSelect = (): void => void hiding.act({ variables });
    items.push({ name: comments.hide, icon: <EyeOff aria-hidden="true" />, onSelect });
  }
  if (reactionCounts.total > 0) {
    items.push({
      name: posts.reactors,
      icon: <Smile aria-hidden="true" />,
      onSelect: () => open('reactors'),
    });
  }
  if (viewer?.canTip) {
    items.push({
      name: posts.tip,
      icon: <CircleDollarSign aria-hidden="true" />,
      onSelect: () => open('tip'),
    });
  }
  if (author?.id !== user) {
    items.push({ name: report.report, icon: <Flag aria-hidden="true" />, onSelect: () => open('report') });
  }
  if (viewer?.canDelete) {
    const onSelect = (): void => open('delete');
    items.push({ name: common.delete, icon: <Trash2 aria-hidden="true" />, isDanger: true, onSelect });
  }
  const refusals = [pinning, unpinning, hiding, unhiding].flatMap((each) => each.refusals);
  return { items, refusals };
}
