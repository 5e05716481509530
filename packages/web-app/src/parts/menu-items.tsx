import { DropdownMenu } from 'radix-ui';
import type { MenuProps } from './menu-props.ts';

type MenuItemsProps = Pick<MenuProps, 'items'> & {
  /** Gives the focus to the button of the menu, to which a dialog that an item opens returns it. */
  readonly onFocusBack: () => void;
};

/** The rows of a menu that is open. */
export function MenuItems({ items, onFocusBack }: MenuItemsProps) {
  return items.map(({ name, icon, isDanger = false, onSelect }) => (
    <DropdownMenu.Item
      key={name}
      className={isDanger ? 'menu-item menu-item-danger' : 'menu-item'}
      onSelect={() => {
        onFocusBack();
        onSelect();
      }}
    >
      {icon}
      {name}
    </DropdownMenu.Item>
  ));
}
