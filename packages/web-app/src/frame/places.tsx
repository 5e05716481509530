import type { LinkProps } from '@tanstack/react-router';
import {
  Bell,
  Bookmark,
  Compass,
  House,
  MessageCircle,
  Settings,
  SquarePen,
  WalletCards,
} from 'lucide-react';
import type { ReactNode } from 'react';
import type { Texts } from '../texts/shape.ts';

export type Place = {
  readonly to: NonNullable<LinkProps['to']>;
  readonly name: string;
  readonly icon: ReactNode;
  readonly unread: number;
  /** Whether phones have no tab for it: their way is by the own profile. */
  readonly isWide?: boolean;
};

type Unread = { readonly conversations: number; readonly notifications: number };

/** Entries of the navigation, in their order. */
export const placesOf = (texts: Texts['frame'], unread: Unread): readonly Place[] => [
  { to: '/', name: texts.home, icon: <House aria-hidden="true" />, unread: 0 },
  { to: '/explore', name: texts.explore, icon: <Compass aria-hidden="true" />, unread: 0 },
  { to: '/compose', name: texts.compose, icon: <SquarePen aria-hidden="true" />, unread: 0, isWide: true },
  {
    to: '/messages',
    name: texts.messages,
    icon: <MessageCircle aria-hidden="true" />,
    unread: unread.conversations,
  },
  {
    to: '/notifications',
    name: texts.notifications,
    icon: <Bell aria-hidden="true" />,
    unread: unread.notifications,
  },
  { to: '/saved', name: texts.saved, icon: <Bookmark aria-hidden="true" />, unread: 0, isWide: true },
  {
    to: '/wallet',
    name: texts.wallet,
    icon: <WalletCards aria-hidden="true" />,
    unread: 0,
    isWide: true,
  },
  { to: '/settings', name: texts.settings, icon: <Settings aria-hidden="true" />, unread: 0, isWide: true },
];
