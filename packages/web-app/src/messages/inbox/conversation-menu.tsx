import type { TypedDocumentNode } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import {
  Archive,
  ArchiveRestore,
  Bell,
  BellOff,
  Ellipsis,
  Flag,
  MailOpen,
  Pin,
  PinOff,
  Trash2,
} from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { IconButton } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { ConversationRowFragment } from './conversation-row.generated.ts';
import { useTitleOf } from './conversation-title.tsx';
import * as acts from './inbox-acts.generated.ts';
import { MuteDialog } from './mute-dialog.tsx';

const Report = lazy(async () => ({
  default: (await import('../../report/report-dialog.tsx')).ReportDialog,
}));

type Opened = 'clear' | 'mute' | 'report';

export function ConversationMenu({ conversation }: { readonly conversation: ConversationRowFragment }) {
  const { messages } = useTexts();
  const titleOf = useTitleOf();
  const [opened, setOpened] = useState<Opened | null>(null);
  const items = useItems(conversation, setOpened);
  const { id } = conversation;
  const close = (): void => setOpened(null);
  return (
    <div className="conversation-menu">
      <Menu
        trigger={
          <IconButton label={messages.actsOfConversation(titleOf(conversation))}>
            <Ellipsis aria-hidden="true" />
          </IconButton>
        }
        items={items.list}
      />
      <Refusals of={items.refusals} />
      {opened === 'clear' && <Clear id={id} onClose={close} />}
      {opened === 'mute' && <MuteDialog id={id} onClose={close} />}
      {opened === 'report' && (
        <Suspense>
          <Report subject={{ conversationId: id }} onClose={close} />
        </Suspense>
      )}
    </div>
  );
}

function useItems({ id, viewer }: ConversationRowFragment, open: (opened: Opened) => void) {
  const { messages, report } = useTexts();
  const unmuting = useAct(acts.UnmuteConversationDocument);
  const pin = useToggle(
    viewer?.isPinned ?? false,
    acts.PinConversationDocument,
    acts.UnpinConversationDocument,
  );
  const archive = useToggle(
    viewer?.isArchived ?? false,
    acts.ArchiveConversationDocument,
    acts.UnarchiveConversationDocument,
  );
  const marking = useAct(acts.MarkConversationUnreadDocument);
  const list: MenuItem[] = [
    {
      name: viewer?.isPinned ? messages.unpin : messages.pin,
      icon: viewer?.isPinned ? <PinOff aria-hidden="true" /> : <Pin aria-hidden="true" />,
      onSelect: () => pin.toggle(id),
    },
    {
      name: viewer?.isMuted ? messages.unmute : messages.mute,
      icon: viewer?.isMuted ? <Bell aria-hidden="true" /> : <BellOff aria-hidden="true" />,
      onSelect: () => {
        if (viewer?.isMuted) void unmuting.act({ variables: { input: { conversationId: id } } });
        else open('mute');
      },
    },
    {
      name: viewer?.isArchived ? messages.unarchive : messages.archive,
      icon: viewer?.isArchived ? <ArchiveRestore aria-hidden="true" /> : <Archive aria-hidden="true" />,
      onSelect: () => archive.toggle(id),
    },
    {
      name: messages.markUnread,
      icon: <MailOpen aria-hidden="true" />,
      onSelect: () => void marking.act({ variables: { input: { conversationId: id } } }),
    },
    { name: report.report, icon: <Flag aria-hidden="true" />, onSelect: () => open('report') },
    {
      name: messages.clear,
      icon: <Trash2 aria-hidden="true" />,
      isDanger: true,
      onSelect: () => open('clear'),
    },
  ];
  return {
    list,
    refusals: [...pin.refusals, ...unmuting.refusals, ...archive.refusals, ...marking.refusals],
  };
}

type ConversationInput = { readonly input: { readonly conversationId: string } };

/** Two acts of which one takes the other back. */
function useToggle<On extends object, Off extends object>(
  isOn: boolean,
  on: TypedDocumentNode<On, ConversationInput>,
  off: TypedDocumentNode<Off, ConversationInput>,
) {
  const setting = useAct(on);
  const removing = useAct(off);
  return {
    refusals: [...setting.refusals, ...removing.refusals],
    toggle(conversationId: string): void {
      const variables = { input: { conversationId } };
      void (isOn ? removing.act({ variables }) : setting.act({ variables }));
    },
  };
}

function Clear({ id, onClose }: { readonly id: string; readonly onClose: () => void }) {
  const { common, messages } = useTexts();
  const { cache } = useApolloClient();
  const navigate = useNavigate();
  const { id: openId } = useParams({ strict: false });
  const { act, isActing, refusals } = useAct(acts.ClearConversationDocument);
  const clear = (): void =>
    void act({ variables: { input: { conversationId: id } } }).then((payload) => {
      if (!payload) return;
      cache.evict({ id: cache.identify({ __typename: 'Conversation', id }) ?? '', fieldName: 'messages' });
      onClose();
      if (openId === id) void navigate({ to: '/messages' });
    });
  return (
    <Confirm
      title={messages.clearTitle}
      text={messages.clearText}
      act={common.delete}
      isActing={isActing}
      onConfirm={clear}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}
