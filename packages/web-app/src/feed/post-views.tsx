import { useApolloClient } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { createContext, type ReactNode, type RefCallback, use, useEffect, useState } from 'react';
import type { PostViewSource } from '../generated/schema.ts';
import { RecordPostViewsDocument } from './newest.generated.ts';

/** How long a post is in sight before it counts as seen. */
const SEEN_MS = 1_000;
const REPORT_MS = 5_000;
/** The API takes as many views in one report. */
const BATCH = 100;

/** Posts that this page has reported: the API counts a reader once a day. */
const reported = new Set<string>();

type Watcher = { watch(element: Element): () => void; stop(): void };

const WatcherContext = createContext<Watcher | null>(null);

/** Reports the posts below it that stay in sight, in batches. */
export function PostViews({
  source,
  children,
}: {
  readonly source: PostViewSource;
  readonly children: ReactNode;
}) {
  const client = useApolloClient();
  const [watcher, setWatcher] = useState<Watcher | null>(null);
  useEffect(() => {
    const made = createWatcher((postIds) => {
      const events = postIds.map((postId) => ({ postId, source }));
      const options = { variables: { input: { events } }, context: { fetchOptions: { keepalive: true } } };
      // A view that does not arrive is not worth a word.
      client.mutate({ mutation: RecordPostViewsDocument, ...options }).catch(() => undefined);
    });
    setWatcher(made);
    return () => made.stop();
  }, [client, source]);
  return <WatcherContext value={watcher}>{children}</WatcherContext>;
}

/** For the `ref` of a post's element; posts of the reader's own do not count. */
export function useSeen(authorId: string | undefined): RefCallback<Element> | undefined {
  const watcher = use(WatcherContext);
  const { user } = useSession();
  if (!watcher || authorId === user) return undefined;
  return watcher.watch;
}

function createWatcher(report: (postIds: readonly string[]) => void): Watcher {
  const waiting = new Set<string>();
  const timers = new Map<Element, ReturnType<typeof setTimeout>>();
  const flush = (): void => {
    const postIds = [...waiting];
    waiting.clear();
    for (let from = 0; from < postIds.length; from += BATCH) report(postIds.slice(from, from + BATCH));
  };
  const note = (element: Element): void => {
    const id = element.getAttribute('data-post');
    if (id === null || reported.has(id)) return;
    reported.add(id);
    waiting.add(id);
  };
  const forget = (element: Element): void => {
    clearTimeout(timers.get(element));
    timers.delete(element);
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        forget(target);
        if (isIntersecting) timers.set(target, setTimeout(note, SEEN_MS, target));
      }
    },
    { threshold: 0.5 },
  );
  const interval = setInterval(flush, REPORT_MS);
  const onHidden = (): void => {
    if (document.visibilityState === 'hidden') flush();
  };
  document.addEventListener('visibilitychange', onHidden);
  return {
    watch(element) {
      observer.observe(element);
      return () => {
        observer.unobserve(element);
        forget(element);
      };
    },
    stop() {
      observer.disconnect();
      clearInterval(interval);
      for (const timer of timers.values()) clearTimeout(timer);
      document.removeEventListener('visibilitychange', onHidden);
      flush();
    },
  };
}
