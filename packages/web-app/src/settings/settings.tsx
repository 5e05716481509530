import { useQuery } from '@apollo/client/react';
import { Link, type LinkProps } from '@tanstack/react-router';
import {
  Archive,
  BadgeCheck,
  Bell,
  ChevronRight,
  Flag,
  KeyRound,
  type LucideIcon,
  Lock,
  MonitorSmartphone,
  Palette,
  Phone,
  Scale,
  UserRoundX,
  VolumeX,
} from 'lucide-react';
import { Screen } from '../parts/screen.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AccountStateNotice } from './account/account-state.tsx';
import { AccountSettingsDocument } from './account/account.generated.ts';
import { useFreshness } from '../api/freshness.ts';
import { SignOut } from './sign-out.tsx';
import '../styles/settings.css';

type Place = {
  readonly to: NonNullable<LinkProps['to']>;
  readonly Icon: LucideIcon;
  readonly name: string;
  readonly text: string;
};

export function Settings() {
  const { settings, notifications } = useTexts();
  const { data } = useQuery(AccountSettingsDocument, useFreshness('account settings'));
  const { names, leads } = settings;
  const places: readonly Place[] = [
    { to: '/settings/account', Icon: KeyRound, name: names.account, text: leads.account },
    { to: '/settings/privacy', Icon: Lock, name: names.privacy, text: leads.privacy },
    {
      to: '/settings/notifications',
      Icon: Bell,
      name: notifications.title,
      text: notifications.settingsLead,
    },
    { to: '/settings/sessions', Icon: MonitorSmartphone, name: names.sessions, text: leads.sessions },
    { to: '/settings/blocked', Icon: UserRoundX, name: names.blocked, text: leads.blocked },
    { to: '/settings/muted', Icon: VolumeX, name: names.muted, text: leads.muted },
    { to: '/settings/appearance', Icon: Palette, name: names.appearance, text: leads.appearance },
    { to: '/settings/calls', Icon: Phone, name: names.calls, text: leads.calls },
    {
      to: '/settings/verification',
      Icon: BadgeCheck,
      name: names.verification,
      text: leads.verification,
    },
    { to: '/settings/standing', Icon: Scale, name: names.standing, text: leads.standing },
    { to: '/settings/reports', Icon: Flag, name: names.reports, text: leads.reports },
    { to: '/settings/data', Icon: Archive, name: names.data, text: leads.data },
  ];
  return (
    <Screen title={settings.title} hasBack>
      {data?.me && <AccountStateNotice me={data.me} />}
      <ul className="settings-list">
        {places.map(({ to, Icon, name, text }) => (
          <li key={to}>
            <Link to={to} className="settings-link">
              <Icon aria-hidden="true" />
              <span className="settings-text">
                <span className="settings-name">{name}</span>
                <span className="field-hint">{text}</span>
              </span>
              <ChevronRight className="settings-more" aria-hidden="true" />
            </Link>
          </li>
        ))}
        <li>
          <SignOut />
        </li>
      </ul>
    </Screen>
  );
}
