import { useCanGoBack, useRouter } from '@tanstack/react-router';
import { ArrowLeft } from 'lucide-react';
import { type ReactNode, useEffect } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { IconButton } from './button.tsx';

/** A screen with its title, which is that of the tab too. */
export function Screen({
  title,
  hasBack = false,
  isPart = false,
  acts,
  children,
}: {
  readonly title: string;
  readonly hasBack?: boolean;
  /** Whether it stands beside another screen, whose title is that of the page. */
  readonly isPart?: boolean;
  readonly acts?: ReactNode;
  readonly children: ReactNode;
}) {
  const { common } = useTexts();
  const router = useRouter();
  const canGoBack = useCanGoBack();
  useEffect(() => {
    document.title = `${title} · Plaza`;
  }, [title]);
  const goBack = (): void => {
    if (canGoBack) router.history.back();
    else void router.navigate({ to: '/' });
  };
  return (
    <div className="screen">
      <header className="screen-head">
        {hasBack && (
          <IconButton label={common.back} onClick={goBack}>
            <ArrowLeft aria-hidden="true" />
          </IconButton>
        )}
        {isPart ? <h2>{title}</h2> : <h1>{title}</h1>}
        {acts && <div className="screen-acts">{acts}</div>}
      </header>
      {children}
    </div>
  );
}
