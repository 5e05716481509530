import { type ReactNode, useEffect, useRef } from 'react';
import { Link, Outlet, useRouterState } from '@tanstack/react-router';
import type { AdminPermission } from '@plaza/client/admin';
import { useMay, useMe } from '../api/hooks.ts';
import { signOut } from '../api/session.ts';
import { words } from './text.tsx';

type Entry = { readonly to: string; readonly name: string; readonly permission: AdminPermission };

/** Pages in the bar, each for admins with its permission. */
export const ENTRIES: readonly Entry[] = [
  { to: '/', name: 'Dashboard', permission: 'DASHBOARD_READ' },
  { to: '/users', name: 'Users', permission: 'USERS_READ' },
  { to: '/cases', name: 'Cases', permission: 'REPORTS_READ' },
  { to: '/appeals', name: 'Appeals', permission: 'APPEALS_DECIDE' },
  { to: '/content', name: 'Content', permission: 'REPORTS_READ' },
  { to: '/hashtags', name: 'Hashtags', permission: 'CONTENT_MANAGE' },
  { to: '/block-lists', name: 'Block lists', permission: 'SCREENING_MANAGE' },
  { to: '/verifications', name: 'Verifications', permission: 'BADGES_MANAGE' },
  { to: '/payments', name: 'Payments', permission: 'PAYMENTS_READ' },
  { to: '/disputes', name: 'Disputes', permission: 'PAYMENTS_READ' },
  { to: '/subscriptions', name: 'Subscriptions', permission: 'SUBSCRIPTIONS_READ' },
  { to: '/payouts', name: 'Payouts', permission: 'COINS_READ' },
  { to: '/coin-packages', name: 'Coin packages', permission: 'COINS_READ' },
  { to: '/coin-adjustments', name: 'Coin adjustments', permission: 'COINS_READ' },
  { to: '/announcements', name: 'Announcements', permission: 'ANNOUNCEMENTS_SEND' },
  { to: '/audit', name: 'Audit log', permission: 'AUDIT_READ' },
  { to: '/admins', name: 'Admins', permission: 'ADMINS_READ' },
];

export function Frame() {
  const me = useMe();
  const may = useMay();
  return (
    <>
      <a className="skip" href="#content">
        Skip to the content
      </a>
      <div className="frame">
        <nav className="sidebar" aria-label="Pages">
          <p className="brand">Plaza admin</p>
          <ul>
            {ENTRIES.filter(({ permission }) => may(permission)).map(({ to, name }) => (
              <li key={to}>
                <Link to={to} activeOptions={{ exact: to === '/', includeSearch: false }}>
                  {name}
                </Link>
              </li>
            ))}
          </ul>
          <div className="account small">
            <p>
              {me.displayName} <span className="quiet">{words(me.role)}</span>
            </p>
            <Link to="/account">Your account</Link>
            <button className="button" onClick={() => void signOut()}>
              Sign out
            </button>
          </div>
        </nav>
        <main id="content" tabIndex={-1}>
          <Outlet />
        </main>
      </div>
    </>
  );
}

type PageProps = { title: string; actions?: ReactNode; children: ReactNode };

/** A page whose title gets the focus when it is opened, so that screen readers read it. */
export function Page({ title, actions, children }: PageProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const path = useRouterState({ select: ({ location }) => location.pathname });
  useEffect(() => heading.current?.focus({ preventScroll: true }), [path]);
  useEffect(() => {
    document.title = `${title} – Plaza admin`;
  }, [title]);
  return (
    <div className="page">
      <div className="page-head">
        <h1 ref={heading} tabIndex={-1}>
          {title}
        </h1>
        {actions}
      </div>
      {children}
    </div>
  );
}
