import { Outlet, useMatchRoute } from '@tanstack/react-router';
import { Inbox } from './inbox/inbox.tsx';
import { useIsWide } from './use-is-wide.ts';
import '../styles/found.css';
import '../styles/messages.css';

/** The inbox, beside the open conversation where there is room, and in its place on a phone. */
export function MessagesLayout() {
  const isInbox = useMatchRoute()({ to: '/messages' }) !== false;
  const isWide = useIsWide();
  return (
    <div className="messages">
      {(isWide || isInbox) && (
        <div className="messages-inbox">
          <Inbox />
        </div>
      )}
      {(isWide || !isInbox) && (
        <div className="messages-pane">
          <Outlet />
        </div>
      )}
    </div>
  );
}
