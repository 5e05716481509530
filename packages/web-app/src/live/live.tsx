import type { SessionClient } from '@plaza/client';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { outboxOf } from '../messages/composer/outbox.ts';
import { keepAwake } from './awake.ts';
import { keepLive } from './keep-live.ts';
import { messageStreams } from './message-streams.ts';
import { OfflineBar } from './offline-bar.tsx';
import type { Stream } from './streams.ts';

/** All that the app follows. Streams of other areas come beside these. */
const allStreams = (): readonly Stream[] => [...messageStreams()];

/** Of the router, since the frame outlives its route for a moment when somebody leaves it. */
export const useClient = (): SessionClient => useRouter().options.context.client;

/** Keeps what is shown current while somebody is signed in, and sends what was written without a connection. */
export function Live() {
  const client = useClient();
  useEffect(() => keepLive(client.apollo, allStreams()), [client]);
  useEffect(() => keepAwake(client.connection), [client]);
  useEffect(() => {
    const outbox = outboxOf(client);
    const flush = (): void => {
      if (client.connection.isOpen()) outbox.flush();
    };
    outbox.flush();
    window.addEventListener('online', outbox.flush);
    const end = client.connection.onChange(flush);
    return () => {
      window.removeEventListener('online', outbox.flush);
      end();
    };
  }, [client]);
  return <OfflineBar connection={client.connection} />;
}
