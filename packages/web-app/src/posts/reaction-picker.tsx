import { Popover } from 'radix-ui';
import { type ReactElement, useState } from 'react';
import type { ReactionType } from '../generated/schema.ts';
import { useTexts } from '../texts/texts.tsx';
import { REACTIONS } from './reactions.ts';

/** The reactions in a row; the chosen one is taken back by choosing it again. */
export function ReactionPicker({
  trigger,
  current,
  onReact,
}: {
  readonly trigger: ReactElement;
  readonly current: ReactionType | null;
  readonly onReact: (type: ReactionType | null) => void;
}) {
  const { posts } = useTexts();
  const [isOpen, setIsOpen] = useState(true);
  return (
    <Popover.Root open={isOpen} onOpenChange={setIsOpen}>
      <Popover.Trigger asChild>{trigger}</Popover.Trigger>
      <Popover.Portal>
        <Popover.Content
          className="reaction-picker"
          side="top"
          align="start"
          sideOffset={6}
          aria-label={posts.react}
        >
          {REACTIONS.map(({ type, sign }) => (
            <button
              key={type}
              type="button"
              className="reaction"
              aria-label={posts.reactionNames[type]}
              title={posts.reactionNames[type]}
              aria-pressed={current === type}
              onClick={() => {
                setIsOpen(false);
                onReact(current === type ? null : type);
              }}
            >
              {sign}
            </button>
          ))}
        </Popover.Content>
      </Popover.Portal>
    </Popover.Root>
  );
}
