import {
  ChevronDown,
  Copy,
  Eye,
  Flag,
  Forward,
  HandCoins,
  Pencil,
  Pin,
  PinOff,
  Reply,
  Smile,
  Tag,
  Trash2,
} from 'lucide-react';
import { DropdownMenu } from 'radix-ui';
import { useRef, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { MenuItems } from '../../parts/menu-items.tsx';
import type { MenuItem } from '../../parts/menu.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useActs } from './acts-context.ts';
import { PinMessageDocument, UnpinMessageDocument } from './message-acts.generated.ts';
import type { MessageItemFragment } from './message.generated.ts';
import { EMOJIS, type useReactions } from './use-reactions.ts';

type MessageMenuProps = {
  readonly message: MessageItemFragment;
  readonly reactions: ReturnType<typeof useReactions>;
};

/** The menu itself is made when it is opened: there are thousands of messages. */
export function MessageMenu({ message, reactions }: MessageMenuProps) {
  const { messages } = useTexts();
  const [isOpen, setIsOpen] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const pin = usePin(message);
  return (
    <div className="message-menu">
      <button
        ref={button}
        type="button"
        className="message-menu-button"
        aria-label={messages.actsOf}
        aria-haspopup="menu"
        aria-expanded={isOpen}
        onClick={() => setIsOpen(true)}
      >
        <ChevronDown aria-hidden="true" size={18} />
      </button>
      {isOpen && (
        <OpenMenu
          message={message}
          reactions={reactions}
          onPin={pin.toggle}
          onClose={() => setIsOpen(false)}
          onFocusBack={() => button.current?.focus()}
        />
      )}
      <Refusals of={pin.refusals} />
    </div>
  );
}

function OpenMenu({
  message,
  reactions: { own, toggle },
  onPin,
  onClose,
  onFocusBack,
}: MessageMenuProps & {
  readonly onPin: () => void;
  readonly onClose: () => void;
  readonly onFocusBack: () => void;
}) {
  const items = useItems(message, onPin);
  const { canSend } = useActs();
  const canReact = canSend && message.content.__typename !== 'DeletedContent';
  return (
    <DropdownMenu.Root defaultOpen modal={false} onOpenChange={(isOpen) => !isOpen && onClose()}>
      <DropdownMenu.Trigger asChild>
        <span className="message-menu-anchor" tabIndex={-1} aria-hidden="true" />
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // An item may have moved the focus, such as to the field of the answer.
            if (document.activeElement === document.body) onFocusBack();
          }}
        >
          {canReact && (
            <DropdownMenu.Group className="menu-reactions">
              {EMOJIS.map((emoji) => (
                <DropdownMenu.Item
                  key={emoji}
                  className="reaction menu-reaction"
                  data-own={own.includes(emoji)}
                  onSelect={() => toggle(emoji)}
                >
                  {emoji}
                </DropdownMenu.Item>
              ))}
            </DropdownMenu.Group>
          )}
          <MenuItems items={items} onFocusBack={onFocusBack} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}

const FORWARDABLE: ReadonlySet<string> = new Set([
  'TextContent',
  'MediaContent',
  'VoiceNoteContent',
  'LocationContent',
  'SharedPostContent',
  'ContactContent',
]);

function useItems(message: MessageItemFragment, onPin: () => void): readonly MenuItem[] {
  const { common, messages, posts, report: reporting } = useTexts();
  const acts = useActs();
  const { canSend, canPin, userId, isGroup } = acts;
  const isOwn = message.sender?.id === userId;
  const { content, viewer, pinnedAt, readerCount } = message;
  const isGone = content.__typename === 'DeletedContent' || content.__typename === 'UnavailableContent';
  const when = (isThere: boolean, item: MenuItem): MenuItem[] => (isThere ? [item] : []);
  return [
    ...when(canSend && !isGone, {
      name: messages.reply,
      icon: <Reply aria-hidden="true" />,
      onSelect: () => acts.reply(message),
    }),
    ...when(content.text !== '' && content.__typename !== 'LockedContent', {
      name: messages.copy,
      icon: <Copy aria-hidden="true" />,
      onSelect: () => void navigator.clipboard.writeText(content.text).catch(() => undefined),
    }),
    ...when(FORWARDABLE.has(content.__typename), {
      name: messages.forward,
      icon: <Forward aria-hidden="true" />,
      onSelect: () => acts.forward(message),
    }),
    ...when(viewer?.canEdit ?? false, {
      name: common.edit,
      icon: <Pencil aria-hidden="true" />,
      onSelect: () => acts.edit(message),
    }),
    ...when(canPin && !isGone, {
      name: pinnedAt === null ? messages.pin : messages.unpin,
      icon: pinnedAt === null ? <Pin aria-hidden="true" /> : <PinOff aria-hidden="true" />,
      onSelect: onPin,
    }),
    ...when(isGroup && isOwn && readerCount !== null, {
      name: messages.readers,
      icon: <Eye aria-hidden="true" />,
      onSelect: () => acts.showReaders(message),
    }),
    ...when(message.reactions.length > 0, {
      name: posts.reactors,
      icon: <Smile aria-hidden="true" />,
      onSelect: () => acts.showReactors(message),
    }),
    ...when(isOwn && message.lock !== null, {
      name: messages.buyers,
      icon: <HandCoins aria-hidden="true" />,
      onSelect: () => acts.showBuyers(message),
    }),
    ...when(isOwn && message.lock !== null, {
      name: messages.changePrice,
      icon: <Tag aria-hidden="true" />,
      onSelect: () => acts.changePrice(message),
    }),
    ...when(!isOwn && !isGone, {
      name: reporting.report,
      icon: <Flag aria-hidden="true" />,
      onSelect: () => acts.report(message),
    }),
    {
      name: common.delete,
      icon: <Trash2 aria-hidden="true" />,
      isDanger: true,
      onSelect: () => acts.remove(message),
    },
  ];
}

function usePin({ id, pinnedAt }: MessageItemFragment) {
  const pinning = useAct(PinMessageDocument);
  const unpinning = useAct(UnpinMessageDocument);
  const variables = { input: { messageId: id } };
  return {
    refusals: [...pinning.refusals, ...unpinning.refusals],
    toggle: () => void (pinnedAt === null ? pinning.act({ variables }) : unpinning.act({ variables })),
  };
}
