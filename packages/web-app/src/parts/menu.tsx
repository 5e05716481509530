import { cloneElement } from 'react';
import type { MenuProps } from './menu-props.ts';
import { useOnFirstUse } from './on-first-use.ts';

export type { MenuItem } from './menu-props.ts';

const loadMenu = async () => (await import('./opened-menu.tsx')).OpenedMenu;

/** A button with a menu, whose code comes with its first opening. */
export function Menu({ trigger, items }: MenuProps) {
  const [OpenedMenu, open] = useOnFirstUse(loadMenu);
  if (OpenedMenu) return <OpenedMenu trigger={trigger} items={items} />;
  return cloneElement(trigger, { 'aria-haspopup': 'menu', 'aria-expanded': false, onClick: open });
}
