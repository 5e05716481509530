import type { ApolloClient } from '@apollo/client';
import { apiErrorsOf } from '@plaza/client';
import { askForCursor, newestCursor } from './cursor.ts';
import type { Stream } from './streams.ts';

const AGAIN_MS = 2_000;
/** A server that ends streams again and again is not asked more often than this. */
const AGAIN_MAX_MS = 60_000;

/**
 * Follows streams from a cursor on, which is older than the lists that they keep current. When the server ends one, such
 * as after a cut that was longer than it keeps events, the lists that are shown are fetched again, and all begin anew.
 */
export function keepLive(
  apollo: ApolloClient,
  streams: readonly Stream[],
  after = newestCursor(apollo),
): () => void {
  let stops: (() => void)[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  let isStopped = false;
  let startedAtMs = 0;
  let waitMs = AGAIN_MS;

  const stopAll = (): void => {
    for (const stop of stops) stop();
    stops = [];
  };
  const follow = (cursor: string | null): void => {
    startedAtMs = Date.now();
    stops = streams.map(({ start }) => start(apollo, cursor, restart));
  };
  async function startAnew(): Promise<void> {
    try {
      const cursor = await askForCursor(apollo);
      if (isStopped) return;
      follow(cursor);
      // Screens that could not be asked for again have their own way to retry.
      await refresh(apollo).catch(() => undefined);
    } catch {
      if (!isStopped) timer = setTimeout(() => void startAnew(), AGAIN_MS);
    }
  }
  function restart(error: unknown): void {
    if (isStopped) return;
    stopAll();
    clearTimeout(timer);
    const isExpired = apiErrorsOf(error).some(({ code }) => code === 'CURSOR_EXPIRED');
    const hasLasted = Date.now() - startedAtMs > AGAIN_MAX_MS;
    waitMs = hasLasted ? AGAIN_MS : Math.min(waitMs * 2, AGAIN_MAX_MS);
    timer = setTimeout(() => void startAnew(), isExpired ? 0 : waitMs);
  }

  if (after === null) void startAnew();
  else
    whenIdle(() => {
      if (!isStopped) follow(after);
    });
  return () => {
    isStopped = true;
    clearTimeout(timer);
    stopAll();
  };
}

/** Streams may begin so much later than what they keep current was asked for. */
const IDLE_MS_MAX = 500;

/** Runs it once the screen is drawn, since events that come meanwhile are told by the cursor. */
function whenIdle(run: () => void): void {
  // Safari has no idle times.
  if ('requestIdleCallback' in window) requestIdleCallback(run, { timeout: IDLE_MS_MAX });
  else setTimeout(run);
}

const refreshing = new WeakMap<ApolloClient, Promise<unknown>>();

/** Refreshes once for all that begin anew at the same time. */
function refresh(apollo: ApolloClient): Promise<unknown> {
  const current = refreshing.get(apollo) ?? refreshShown(apollo).finally(() => refreshing.delete(apollo));
  refreshing.set(apollo, current);
  return current;
}

/** Asks again for what is shown, and forgets the lists that are not, which may have a gap now. */
async function refreshShown(apollo: ApolloClient): Promise<void> {
  const { cache } = apollo;
  const shown = [...apollo.getObservableQueries('active').values()].map(
    ({ variables }) => `Conversation:${String(variables['id'])}`,
  );
  for (const id of Object.keys(cache.extract() ?? {})) {
    if (id.startsWith('Conversation:') && !shown.includes(id)) cache.evict({ id, fieldName: 'messages' });
  }
  cache.evict({ id: 'ROOT_QUERY', fieldName: 'conversationMessages' });
  await apollo.refetchQueries({ include: 'active' });
}
