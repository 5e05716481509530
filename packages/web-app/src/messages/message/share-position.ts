import type { ApolloClient } from '@apollo/client';
import { refusalsOf } from '../../api/refusals.ts';
import { UpdateLiveLocationDocument } from './content-acts.generated.ts';

/** The others are told of the newest position as seldom as this. */
const EVERY_MS = 5_000;

const keyOf = (clientKey: string): string => `plaza.shared.${clientKey}`;

/** Remembers that this tab shares its position: another device of the sender is at another place. */
export const rememberShared = (clientKey: string): void => sessionStorage.setItem(keyOf(clientKey), '1');

/** Whether this tab has sent the live location with this key of the outbox. */
export const isSharedHere = (clientKey: string | null): clientKey is string =>
  clientKey !== null && sessionStorage.getItem(keyOf(clientKey)) !== null;

const ends = new Map<string, () => void>();

/** Sends the position as it changes until the time is over, also while another conversation is shown. */
export function sharePosition(
  apollo: ApolloClient,
  { messageId, endsAt }: { readonly messageId: string; readonly endsAt: string },
): void {
  if (ends.has(messageId)) return;
  let sentAtMs = 0;
  let later: ReturnType<typeof setTimeout> | undefined;
  async function send({ latitude, longitude, accuracy }: GeolocationCoordinates): Promise<void> {
    sentAtMs = Date.now();
    const input = { messageId, latitude, longitude, accuracyMeters: accuracy };
    try {
      const { data } = await apollo.mutate({ mutation: UpdateLiveLocationDocument, variables: { input } });
      if (refusalsOf(data?.updateLiveLocation).length > 0) endSharing(messageId);
    } catch {
      // The next position is sent again.
    }
  }
  const watch = navigator.geolocation.watchPosition(
    ({ coords }) => {
      clearTimeout(later);
      later = setTimeout(() => void send(coords), Math.max(0, sentAtMs + EVERY_MS - Date.now()));
    },
    () => undefined,
    { enableHighAccuracy: true },
  );
  const timer = setTimeout(() => endSharing(messageId), Math.max(0, Date.parse(endsAt) - Date.now()));
  ends.set(messageId, () => {
    navigator.geolocation.clearWatch(watch);
    clearTimeout(later);
    clearTimeout(timer);
  });
}

export function endSharing(messageId: string): void {
  ends.get(messageId)?.();
  ends.delete(messageId);
}

export function endAllSharing(): void {
  for (const messageId of ends.keys()) endSharing(messageId);
}
