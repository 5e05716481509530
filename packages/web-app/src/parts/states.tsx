import type { ReactNode } from 'react';
import { refusalsOfFailure } from '../api/refusals.ts';
import { useTexts } from '../texts/texts.tsx';
import { Button } from './button.tsx';

export function Empty({
  title,
  text,
  children,
}: {
  readonly title: string;
  readonly text?: string;
  readonly children?: ReactNode;
}) {
  return (
    <div className="state">
      <p className="state-title">{title}</p>
      {text && <p>{text}</p>}
      {children}
    </div>
  );
}

/** An answer that did not come, with what the server says about it and a way on. */
export function Failure({ error, onRetry }: { readonly error?: Error; readonly onRetry: () => unknown }) {
  const { failures, common } = useTexts();
  const refusals = refusalsOfFailure(error, failures.offline);
  return (
    <div className="state" role="alert">
      <p className="state-title">{failures.title}</p>
      <p>{refusals.map(({ message }) => message).join(' ')}</p>
      <Button kind="main" onClick={() => void onRetry()}>
        {common.retry}
      </Button>
    </div>
  );
}

export function NotFound() {
  const { failures } = useTexts();
  return <Empty title={failures.notFound} text={failures.notFoundText} />;
}

/** Lines as high as what comes, so that nothing jumps. */
export function Skeleton({ rows = 3 }: { readonly rows?: number }) {
  const { common } = useTexts();
  return (
    <div className="skeleton" role="status" aria-label={common.loading}>
      {Array.from({ length: rows }, (_, row) => (
        <div className="skeleton-row" key={row}>
          <span className="skeleton-circle" />
          <span className="skeleton-lines">
            <span />
            <span />
            <span />
          </span>
        </div>
      ))}
    </div>
  );
}

type Loaded = {
  readonly loading: boolean;
  readonly error?: Error | undefined;
  readonly refetch: () => unknown;
};

/** The states of a screen's query: what is known already stays on a failure. */
export function Loading({
  of: { loading, error, refetch },
  has,
  rows,
  children,
}: {
  readonly of: Loaded;
  /** Whether there is data to show. */
  readonly has: boolean;
  readonly rows?: number;
  readonly children: ReactNode;
}) {
  if (has) return children;
  if (error) return <Failure error={error} onRetry={refetch} />;
  if (loading) return <Skeleton {...(rows !== undefined && { rows })} />;
  return <NotFound />;
}
