import { useQuery } from '@apollo/client/react';
import { Link, useLocation, useNavigate } from '@tanstack/react-router';
import { Phone, PhoneOff, Video } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { useAct } from '../api/act.ts';
import { useEvents } from '../api/use-events.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AcceptCallDocument, DeclineCallDocument } from './call-acts.generated.ts';
import {
  ActiveCallsDocument,
  CallChangesDocument,
  CallEndsDocument,
  CallRingsDocument,
  type RingingCallFragment,
} from './calls.generated.ts';
import { Comeback } from './comeback.tsx';
import { useRingHint } from './ring/hint.ts';
import { useTone } from './ring/use-tone.ts';
import { holdCall, useHeldCall } from './running/held-call.ts';
import '../styles/calls.css';

const HeldCall = lazy(async () => ({ default: (await import('./running/carried-call.tsx')).HeldCall }));

/** The calls of a reader on every screen: what rings, the one that this tab carries, and one that another tab or device does. */
export function Ringer() {
  const { calls } = useTexts();
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
  const said = useRingText()(ringing);
  // A tone would be louder than whoever speaks in a call.
  useTone(ringing && heldId === null ? 'RING' : null);
  useRingHint(said);
  return (
    <>
      {ringing && pathname !== `/calls/${ringing.id}` && (
        <Ringing key={ringing.id} of={ringing} text={said ?? ''} onDone={look} />
      )}
      {heldId !== null && (
        <Suspense>
          <HeldCall key={heldId} id={heldId} />
        </Suspense>
      )}
      {heldId === null && elsewhere && pathname !== `/calls/${elsewhere.id}` && (
        <section className="call-return" aria-label={calls.running}>
          <Link to="/calls/$id" params={{ id: elsewhere.id }} className="call-return-name">
            {calls.running}
          </Link>
          <Comeback of={elsewhere} />
        </section>
      )}
    </>
  );
}

const LOOKED_AT: ReadonlySet<string> = new Set(['INVITATION', 'STATE', 'CONNECTION']);

function useRingText(): (call: RingingCallFragment | undefined) => string | null {
  const { calls } = useTexts();
  return (call) => {
    if (!call) return null;
    const name = call.starter?.displayName ?? calls.somebody;
    return call.kind === 'VIDEO' ? calls.ringsVideo(name) : calls.rings(name);
  };
}

function Ringing({
  of,
  text,
  onDone,
}: {
  readonly of: RingingCallFragment;
  readonly text: string;
  readonly onDone: () => void;
}) {
  const { calls } = useTexts();
  const navigate = useNavigate();
  const accepting = useAct(AcceptCallDocument);
  const declining = useAct(DeclineCallDocument);
  // A reader who is writing would answer by their next line.
  const [isFree] = useState(() => !isWriting());
  const accept = async (): Promise<void> => {
    const input = { callId: of.id, isMuted: false, isVideoOn: of.kind === 'VIDEO' };
    if (await accepting.act({ variables: { input } })) {
      holdCall(of.id);
      await navigate({ to: '/calls/$id', params: { id: of.id } });
    }
    onDone();
  };
  const decline = (): void =>
    void declining.act({ variables: { input: { callId: of.id, reason: 'DECLINED' } } }).then(onDone);
  return (
    <section className="ringing" role="alertdialog" aria-labelledby="ringing">
      <Avatar of={of.starter} size={48} />
      <p id="ringing" dir="auto">
        {text}
      </p>
      <div className="settings-acts">
        <Button kind="danger" disabled={declining.isActing} onClick={decline}>
          <PhoneOff aria-hidden="true" />
          {calls.decline}
        </Button>
        <Button kind="main" autoFocus={isFree} disabled={accepting.isActing} onClick={() => void accept()}>
          {of.kind === 'VIDEO' ? <Video aria-hidden="true" /> : <Phone aria-hidden="true" />}
          {calls.accept}
        </Button>
      </div>
      <Refusals of={[...accepting.refusals, ...declining.refusals]} />
    </section>
  );
}

function isWriting(): boolean {
  const { activeElement } = document;
  return (
    activeElement instanceof HTMLInputElement ||
    activeElement instanceof HTMLTextAreaElement ||
    (activeElement instanceof HTMLElement && activeElement.isContentEditable)
  );
}
