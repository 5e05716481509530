import { DropdownMenu } from 'radix-ui';
import type { MenuProps } from './menu-props.ts';

/** The rows of a menu that is open. */
export function MenuItems({ items }: Pick<MenuProps, 'items'>) {
  return items.map(({ name, icon, isDanger = false, onSelect }) => (
    <DropdownMenu.Item
      key={name}
      className={isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
      onSelect={onSelect}
    >
      {icon}
      {name}
    </DropdownMenu.Item>
  ));
}
