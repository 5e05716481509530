import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { CheckCheck, Settings } from 'lucide-react';
import { useEffect } from 'react';
import { useAct } from '../api/act.ts';
import { IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { More } from '../parts/more.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { NotificationRow } from './notification-row.tsx';
import { MarkReadDocument, MarkSeenDocument, NotificationsDocument } from './notifications.generated.ts';
import '../styles/notifications.css';

const PAGE = 20;

export function Notifications() {
  const { notifications } = useTexts();
  const result = useQuery(NotificationsDocument, { variables: { first: PAGE } });
  const list = result.data?.myNotifications;
  const nodes = list?.edges.map(({ node }) => node) ?? [];
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  const reading = useAct(MarkReadDocument);
  const newest = nodes[0]?.latestAt;
  useSeen(
    newest,
    nodes.some(({ isSeen }) => !isSeen),
  );
  return (
    <Screen
      title={notifications.title}
      acts={
        <>
          <IconButton
            label={notifications.markAllRead}
            disabled={newest === undefined || nodes.every(({ isRead }) => isRead)}
            onClick={() =>
              newest !== undefined && void reading.act({ variables: { input: { upTo: newest } } })
            }
          >
            <CheckCheck aria-hidden="true" />
          </IconButton>
          <Link
            to="/settings/notifications"
            className="icon-button"
            aria-label={notifications.settings}
            title={notifications.settings}
          >
            <Settings aria-hidden="true" />
          </Link>
        </>
      }
    >
      <Refusals of={reading.refusals} />
      <Loading of={result} has={list != null} rows={6}>
        {nodes.length === 0 && !hasNextPage && (
          <Empty title={notifications.empty} text={notifications.emptyText} />
        )}
        <ul className="notifications" aria-live="polite" aria-relevant="additions">
          {nodes.map((node) => (
            <li key={node.id}>
              <NotificationRow of={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

/** Marks as seen what is on the screen of somebody who looks at it, also what comes while they do. */
function useSeen(newest: string | undefined, hasUnseen: boolean): void {
  const { act } = useAct(MarkSeenDocument);
  useEffect(() => {
    if (newest === undefined || !hasUnseen) return undefined;
    const mark = (): void => {
      if (!document.hidden) void act({ variables: { input: { upTo: newest } } });
    };
    mark();
    document.addEventListener('visibilitychange', mark);
    return () => document.removeEventListener('visibilitychange', mark);
    // `act` is another function after each rendering, and does the same.
  }, [newest, hasUnseen]);
}
