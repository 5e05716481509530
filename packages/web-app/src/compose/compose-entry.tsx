import { useSession } from '@plaza/client/react';
import { PenLine } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useTexts } from '../texts/texts.tsx';
import { keptWritten } from './written.ts';

const Composer = lazy(async () => ({ default: (await import('./composer.tsx')).Composer }));

/** The way from the feed to writing, whose code comes with the first press; open where something was left unfinished. */
export function ComposeEntry() {
  const { posts } = useTexts();
  const { user } = useSession();
  const [isOpen, setIsOpen] = useState(() => user != null && keptWritten(user, undefined) !== null);
  const [wasOpen, setWasOpen] = useState(false);
  const close = (): void => {
    setIsOpen(false);
    setWasOpen(true);
  };
  const entry = (
    // Focus goes back to where the reader began, once they have published.
    <button type="button" className="compose-entry" autoFocus={wasOpen} onClick={() => setIsOpen(true)}>
      <PenLine aria-hidden="true" />
      {posts.write}
    </button>
  );
  if (!isOpen) return entry;
  return (
    <Suspense fallback={entry}>
      <Composer onPublished={close} />
    </Suspense>
  );
}
