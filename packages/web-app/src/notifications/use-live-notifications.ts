import { useNavigate } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEvents } from '../api/use-events.ts';
import { NotificationEventsDocument } from './notifications.generated.ts';

/** Keeps the list and the counts as they are at the server, and follows presses on notifications of the system. */
export function useLiveNotifications(): void {
  // The client brings the events into the list and the counts.
  useEvents(NotificationEventsDocument);
  const navigate = useNavigate();
  useEffect(() => {
    // Absent outside of a secure page.
    const worker = navigator.serviceWorker as ServiceWorkerContainer | undefined;
    const follow = ({ data }: MessageEvent<unknown>): void => {
      if (typeof data !== 'object' || data === null || !('open' in data)) return;
      if (typeof data.open === 'string') void navigate({ href: data.open });
    };
    worker?.addEventListener('message', follow);
    return () => worker?.removeEventListener('message', follow);
  }, [navigate]);
}
