import { useQuery } from '@apollo/client/react';
import { useLocation, useNavigate } from '@tanstack/react-router';
import { Phone, PhoneOff, Video } from 'lucide-react';
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
import '../styles/calls.css';

/** Rings in every tab until somebody has answered in any of them; the screen of the call asks by itself. */
export function Ringer() {
  const { data, refetch } = useQuery(ActiveCallsDocument);
  const { pathname } = useLocation();
  const look = (): void => void refetch();
  useEvents(CallRingsDocument, look);
  useEvents(CallChangesDocument, ({ callStatusChanged: { changes } }) => {
    if (changes.includes('INVITATION') || changes.includes('STATE')) look();
  });
  useEvents(CallEndsDocument, look);
  const ringing = data?.activeCalls?.find(
    ({ id, state, viewer }) =>
      state !== 'ENDED' && viewer?.invitation === 'RINGING' && pathname !== `/calls/${id}`,
  );
  return ringing ? <Ringing key={ringing.id} of={ringing} onDone={look} /> : null;
}

function Ringing({ of, onDone }: { readonly of: RingingCallFragment; readonly onDone: () => void }) {
  const { calls } = useTexts();
  const navigate = useNavigate();
  const accepting = useAct(AcceptCallDocument);
  const declining = useAct(DeclineCallDocument);
  const name = of.starter?.displayName ?? calls.somebody;
  const accept = async (): Promise<void> => {
    const input = { callId: of.id, isMuted: false, isVideoOn: of.kind === 'VIDEO' };
    if (await accepting.act({ variables: { input } }))
      await navigate({ to: '/calls/$id', params: { id: of.id } });
    onDone();
  };
  const decline = (): void =>
    void declining.act({ variables: { input: { callId: of.id, reason: 'DECLINED' } } }).then(onDone);
  return (
    <section className="ringing" role="alertdialog" aria-labelledby="ringing">
      <Avatar of={of.starter} size={48} />
      <p id="ringing" dir="auto">
        {of.kind === 'VIDEO' ? calls.ringsVideo(name) : calls.rings(name)}
      </p>
      <div className="settings-acts">
        <Button kind="danger" disabled={declining.isActing} onClick={decline}>
          <PhoneOff aria-hidden="true" />
          {calls.decline}
        </Button>
        <Button kind="main" autoFocus disabled={accepting.isActing} onClick={() => void accept()}>
          {of.kind === 'VIDEO' ? <Video aria-hidden="true" /> : <Phone aria-hidden="true" />}
          {calls.accept}
        </Button>
      </div>
      <Refusals of={[...accepting.refusals, ...declining.refusals]} />
    </section>
  );
}
