import { useNavigate } from '@tanstack/react-router';
import { Phone, PhoneOff, Video } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../api/act.ts';
import { Avatar } from '../parts/avatar.tsx';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AcceptCallDocument, DeclineCallDocument } from './call-acts.generated.ts';
import type { RingingCallFragment } from './calls.generated.ts';
import { useRingHint } from './ring/hint.ts';
import { useTone } from './ring/use-tone.ts';
import { holdCall } from './running/held-call.ts';
import '../styles/calls.css';

/** A call that rings: heard, told outside of the tab, and shown with its answers. */
export function Ringing({
  of,
  hasTone,
  isShown,
  onDone,
}: {
  readonly of: RingingCallFragment;
  readonly hasTone: boolean;
  /** False where a screen shows it. */
  readonly isShown: boolean;
  readonly onDone: () => void;
}) {
  const { calls } = useTexts();
  const text = calls.rings[of.kind](of.starter?.displayName ?? calls.somebody);
  useTone(hasTone ? 'RING' : null);
  useRingHint(text);
  return isShown ? <Answers of={of} text={text} onDone={onDone} /> : null;
}

function Answers({
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
