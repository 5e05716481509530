import { useRouter } from '@tanstack/react-router';
import { Ellipsis, MailOpen, Trash2 } from 'lucide-react';
import type { MouseEvent } from 'react';
import { useAct } from '../api/act.ts';
import { Avatar } from '../parts/avatar.tsx';
import { IconButton } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Menu } from '../parts/menu.tsx';
import { Time } from '../parts/time.tsx';
import { useTexts } from '../texts/texts.tsx';
import { destinationOf } from './destination.ts';
import { KindIcon } from './kind-icon.tsx';
import {
  MarkReadDocument,
  MarkUnreadDocument,
  type NotificationRowFragment,
  RemoveNotificationDocument,
} from './notifications.generated.ts';

const SHOWN_ACTORS = 2;

export function NotificationRow({ of }: { readonly of: NotificationRowFragment }) {
  const { common, notifications } = useTexts();
  const reading = useAct(MarkReadDocument);
  const unreading = useAct(MarkUnreadDocument);
  const removing = useAct(RemoveNotificationDocument);
  const read = (): void => {
    if (!of.isRead) void reading.act({ variables: { input: { ids: [of.id] } } });
  };
  const one = { variables: { input: { notificationId: of.id } } };
  return (
    <article className={of.isRead ? 'notification' : 'notification notification-unread'}>
      <div className="notification-row">
        <NotificationLink of={of} onFollow={read} />
        <Menu
          trigger={
            <IconButton label={common.more}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={[
            {
              name: of.isRead ? notifications.markUnread : notifications.markRead,
              icon: <MailOpen aria-hidden="true" />,
              onSelect: () => (of.isRead ? void unreading.act(one) : read()),
            },
            {
              name: common.delete,
              icon: <Trash2 aria-hidden="true" />,
              isDanger: true,
              onSelect: () => void removing.act(one),
            },
          ]}
        />
      </div>
      <Refusals of={[...reading.refusals, ...unreading.refusals, ...removing.refusals]} />
    </article>
  );
}

/** Leads to what it is about; an announcement to its address, and what leads nowhere is read by the press. */
function NotificationLink({
  of,
  onFollow,
}: {
  readonly of: NotificationRowFragment;
  readonly onFollow: () => void;
}) {
  const router = useRouter();
  const path = destinationOf(of);
  const content = <NotificationContent of={of} />;
  if (of.url !== null) {
    return (
      <a
        className="notification-link"
        href={of.url}
        target="_blank"
        rel="noopener noreferrer"
        onClick={onFollow}
      >
        {content}
      </a>
    );
  }
  if (path === null) {
    return (
      <button type="button" className="notification-link" onClick={onFollow}>
        {content}
      </button>
    );
  }
  const follow = (event: MouseEvent): void => {
    onFollow();
    if (event.metaKey || event.ctrlKey || event.shiftKey) return;
    event.preventDefault();
    void router.navigate({ href: path });
  };
  return (
    <a className="notification-link" href={path} onClick={follow}>
      {content}
    </a>
  );
}

function NotificationContent({ of }: { readonly of: NotificationRowFragment }) {
  const { notifications } = useTexts();
  return (
    <>
      <span className="notification-faces" aria-hidden="true">
        {of.actors.slice(0, SHOWN_ACTORS).map((actor) => (
          <Avatar key={actor.id} of={actor} size={36} />
        ))}
        <span className={of.actors.length > 0 ? 'notification-kind' : 'notification-kind notification-alone'}>
          <KindIcon type={of.type} />
        </span>
      </span>
      <span className="notification-texts">
        <span className="notification-title" dir="auto">
          {of.title}
        </span>
        {of.body !== null && (
          <span className="notification-body" dir="auto">
            {of.body}
          </span>
        )}
        <span className="notification-time">
          <Time at={of.latestAt} />
        </span>
      </span>
      {!of.isRead && (
        <>
          <span className="visually-hidden">{notifications.unread}</span>
          <span className="notification-dot" aria-hidden="true" />
        </>
      )}
    </>
  );
}
