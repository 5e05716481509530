import type { ApolloClient } from '@apollo/client';
import { LiveCursorDocument } from './live.generated.ts';

/** A page without its cursor is worth more than one that waits for it; what is shown is then asked for again later. */
const WAIT_MAX_MS = 2_000;

type Place = { readonly userId: string; cursor: string | null; readonly taken: Promise<void> };

const places = new WeakMap<ApolloClient, Place>();

/**
 * Takes the place in the log of events from which streams begin. It ends before the first list of a session is fetched, so that no event
 * between the two is lost.
 */
export function takeCursor(apollo: ApolloClient, userId: string): Promise<void> {
  const known = places.get(apollo);
  if (known?.userId === userId) return known.taken;
  const taken = askForCursor(apollo).then(
    (cursor) => {
      place.cursor ??= cursor;
    },
    () => undefined,
  );
  const late = new Promise<void>((resolve) => setTimeout(resolve, WAIT_MAX_MS));
  const place: Place = { userId, cursor: null, taken: Promise.race([taken, late]) };
  places.set(apollo, place);
  return place.taken;
}

/** The newest place that is known: of the session's begin, or of the last event. Null where none could be taken. */
export const newestCursor = (apollo: ApolloClient): string | null => places.get(apollo)?.cursor ?? null;

/** Asks for the place of the newest event. @throws where the server is not reached */
export async function askForCursor(apollo: ApolloClient): Promise<string | null> {
  const { data } = await apollo.query({ query: LiveCursorDocument, fetchPolicy: 'no-cache' });
  return data?.eventCursor ?? null;
}

/** Remembers the place of an event, from which later streams begin. */
export function noteCursor(apollo: ApolloClient, data: object): void {
  const place = places.get(apollo);
  const event: unknown = Object.values(data)[0];
  if (!place || typeof event !== 'object' || event === null || !('cursor' in event)) return;
  if (typeof event.cursor === 'string') place.cursor = event.cursor;
}
