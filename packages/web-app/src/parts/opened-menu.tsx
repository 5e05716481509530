import { DropdownMenu } from 'radix-ui';
import { MenuItems } from './menu-items.tsx';
import type { MenuProps } from './menu-props.ts';

/** Not modal: a modal one would write styles into the page, which the content security policy forbids. */
export function OpenedMenu({ trigger, items }: MenuProps) {
  return (
    <DropdownMenu.Root modal={false} defaultOpen>
      <DropdownMenu.Trigger asChild>{trigger}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content className="menu" align="end" sideOffset={4}>
          <MenuItems items={items} />
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  );
}
