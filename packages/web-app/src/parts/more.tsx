import { useEffect, useRef, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

/** Loads the next page of a list when its end comes near, and by a button, which the keyboard reaches. */
export function More({
  hasMore,
  onMore,
}: {
  readonly hasMore: boolean;
  readonly onMore: () => Promise<unknown>;
}) {
  const { common } = useTexts();
  const [isLoading, setIsLoading] = useState(false);
  const [hasFailed, setHasFailed] = useState(false);
  const end = useRef<HTMLDivElement>(null);
  const isIdle = hasMore && !isLoading && !hasFailed;

  async function load(): Promise<void> {
    setIsLoading(true);
    setHasFailed(false);
    try {
      await onMore();
    } catch {
      // The button stays, and says to try again.
      setHasFailed(true);
    } finally {
      setIsLoading(false);
    }
  }
  const loading = useRef(load);
  loading.current = load;

  useEffect(() => {
    if (!isIdle || !end.current) return undefined;
    const observer = new IntersectionObserver(
      ([entry]) => {
        if (entry?.isIntersecting) void loading.current();
      },
      { rootMargin: '800px' },
    );
    observer.observe(end.current);
    return () => observer.disconnect();
  }, [isIdle]);

  if (!hasMore) return null;
  return (
    <div className="more" ref={end}>
      <Button kind="quiet" disabled={isLoading} onClick={() => void load()}>
        {isLoading ? common.loading : hasFailed ? common.retry : common.loadMore}
      </Button>
    </div>
  );
}
