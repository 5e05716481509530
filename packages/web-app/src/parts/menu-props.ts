import type { ButtonHTMLAttributes, ReactElement, ReactNode } from 'react';

export type MenuItem = {
  readonly name: string;
  readonly icon?: ReactNode;
  readonly isDanger?: boolean;
  readonly onSelect: () => void;
};

export type MenuProps = {
  readonly trigger: ReactElement<ButtonHTMLAttributes<HTMLButtonElement>>;
  readonly items: readonly MenuItem[];
};
