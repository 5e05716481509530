import { DropdownMenu } from 'radix-ui';
import { useRef } from 'react';
import { MenuItems } from './menu-items.tsx';
import type { MenuProps } from './menu-props.ts';

/** Not modal: a modal one would write styles into the page, which the content security policy forbids. */
export function OpenedMenu({ trigger, items }: MenuProps) {
  const button = useRef<HTMLButtonElement>(null);
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild ref={button}>
        {trigger}
      </DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          className="menu"
          align="end"
          sideOffset={4}
          onCloseAutoFocus={(event) => {
            event.preventDefault();
            // An item may have moved the focus on.
            if (document.activeElement === document.body) button.current?.focus();
          }}
        >
          <MenuItems items={items} onFocusBack={() => button.current?.focus()} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
