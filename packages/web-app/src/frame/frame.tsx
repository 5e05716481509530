import { useQuery } from '@apollo/client/react';
import { Link, Outlet } from '@tanstack/react-router';
import { Suspense } from 'react';
import { Ringer } from '../calls/ringer.tsx';
import { Live } from '../live/live.tsx';
import { Avatar } from '../parts/avatar.tsx';
import { useLiveCoins } from '../money/use-live-coins.ts';
import { useLiveNotifications } from '../notifications/use-live-notifications.ts';
import { useTexts } from '../texts/texts.tsx';
import { AsidePlace } from './aside-place.tsx';
import { FrameDocument } from './frame.generated.ts';
import { placesOf } from './places.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

/** The navigation: a column on wide screens, tabs at the bottom of a phone. */
export function Frame() {
  const { frame } = useTexts();
  const { data } = useQuery(FrameDocument);
  useLiveNotifications();
  useLiveCoins();
  useKeptFocus();
  const user = data?.me?.user;
  const places = placesOf(frame, {
    conversations: data?.myUnreadCounts?.conversationCount ?? 0,
    notifications: data?.myUnreadNotificationCount?.unseen.count ?? 0,
  });
  return (
    <div className="frame">
      <Live />
      <a className="skip" href="#content">
        {frame.skip}
      </a>
      <nav className="nav" aria-label={frame.main}>
        <Link to="/" className="wordmark">
          Plaza
        </Link>
        <ul className="nav-list">
          {places.map(({ to, name, icon, unread, isWide }) => (
            <li key={to} className={isWide ? 'nav-wide' : undefined}>
              <Link to={to} className="nav-link" activeOptions={{ exact: to === '/' }} title={name}>
                <span className="nav-icon">
                  {icon}
                  {unread > 0 && (
                    <span className="badge">
                      <span aria-hidden="true">{said(unread)}</span>
                      <span className="visually-hidden">{frame.unread(said(unread))}</span>
                    </span>
                  )}
                </span>
                <span className="nav-name">{name}</span>
              </Link>
            </li>
          ))}
          {user && (
            <li className="nav-own">
              <Link to="/u/$username" params={{ username: user.username }} className="nav-link">
                <Avatar of={user} size={32} />
                <span className="nav-own-name" dir="auto">
                  <span className="visually-hidden">{frame.profile}: </span>
                  {user.displayName}
                </span>
              </Link>
            </li>
          )}
        </ul>
      </nav>
      <main className="content" id="content" tabIndex={-1}>
        <Suspense>
          <Ringer />
        </Suspense>
        <Outlet />
      </main>
      <AsidePlace />
    </div>
  );
}

const COUNT_MAX = 99;

const said = (count: number): string => (count > COUNT_MAX ? `${COUNT_MAX}+` : String(count));
