import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useMedia } from '../parts/use-media.ts';

const Aside = lazy(async () => ({ default: (await import('./aside.tsx')).Aside }));

/** As the third column in styles/frame.css. */
const HAS_ROOM = '(min-width: 75rem)';
/** Screens that use the room themselves, or show the same. */
const WITHOUT = /^\/(?:messages|calls|explore|search)\b/;

/** Loads the column at the side where a screen leaves room for it. */
export function AsidePlace() {
  const hasRoom = useMedia(HAS_ROOM);
  const { pathname } = useLocation();
  if (!hasRoom || WITHOUT.test(pathname)) return null;
  return (
    <Suspense>
      <Aside />
    </Suspense>
  );
}
