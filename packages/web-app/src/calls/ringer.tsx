import { useQuery } from '@apollo/client/react';
import { useLocation } from '@tanstack/react-router';
import { lazy, Suspense } from 'react';
import { useEvents } from '../api/use-events.ts';
import {
  ActiveCallsDocument,
  CallChangesDocument,
  CallEndsDocument,
  CallRingsDocument,
} from './calls.generated.ts';
import { useHeldCall } from './running/held-call.ts';

// Loaded when there is a call, as their texts are.
const HeldCall = lazy(async () => ({ default: (await import('./running/carried-call.tsx')).HeldCall }));
const Ringing = lazy(async () => ({ default: (await import('./ringing.tsx')).Ringing }));
const ReturnToCall = lazy(async () => ({ default: (await import('./comeback.tsx')).ReturnToCall }));

/** The calls of a reader on every screen: what rings, the one that this tab carries, and one that another tab or device does. */
export function Ringer() {
  const { data, refetch } = useQuery(ActiveCallsDocument);
  const { pathname } = useLocation();
  const heldId = useHeldCall();
  const look = (): void => void refetch();
  useEvents(CallRingsDocument, look);
  useEvents(CallChangesDocument, ({ callStatusChanged: { changes } }) => {
    if (changes.some((change) => LOOKED_AT.has(change))) look();
  });
  useEvents(CallEndsDocument, look);
  const live = data?.activeCalls?.filter(({ state }) => state !== 'ENDED') ?? [];
  const ringing = live.find(({ viewer }) => viewer?.invitation === 'RINGING');
  const elsewhere = live.find(({ viewer }) => viewer?.state != null && viewer.state !== 'LEFT');
  return (
    <Suspense>
      {ringing && (
        <Ringing
          key={ringing.id}
          of={ringing}
          // A tone would be louder than whoever speaks in a call.
          hasTone={heldId === null}
          isShown={pathname !== `/calls/${ringing.id}`}
          onDone={look}
        />
      )}
      {heldId !== null && <HeldCall key={heldId} id={heldId} />}
      {heldId === null && elsewhere && pathname !== `/calls/${elsewhere.id}` && (
        <ReturnToCall of={elsewhere} />
      )}
    </Suspense>
  );
}

const LOOKED_AT: ReadonlySet<string> = new Set(['INVITATION', 'STATE', 'CONNECTION']);
