import { Link } from '@tanstack/react-router';
import { Mic, MicOff, PhoneOff } from 'lucide-react';
import { useAct } from '../../api/act.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { LeaveCallDocument, SetCallMediaDocument } from '../call-acts.generated.ts';
import type { RunningCallFragment } from '../calls.generated.ts';
import { Comeback } from '../comeback.tsx';
import { useTitleOfCall } from '../call-title.ts';
import { CallTime } from './call-time.tsx';
import { letGo } from './held-call.ts';

/** The way back to the call of this tab from any other screen. */
export function ReturnBar({ of }: { readonly of: RunningCallFragment }) {
  const { calls } = useTexts();
  const titleOf = useTitleOfCall();
  const setting = useAct(SetCallMediaDocument);
  const leaving = useAct(LeaveCallDocument);
  const { id: callId, viewer } = of;
  const isIn = viewer?.connection != null;
  const isMuted = viewer?.isMuted ?? true;
  const set = (): void => void setting.act({ variables: { input: { callId, isMuted: !isMuted } } });
  const leave = (): void => {
    void leaving.act({ variables: { input: { callId } } }).then(() => letGo(callId));
  };
  return (
    <section className="call-return" aria-label={calls.running}>
      <Link to="/calls/$id" params={{ id: callId }} className="call-return-name" title={calls.toCall}>
        <span className="visually-hidden">{calls.toCall}: </span>
        <span className="name" dir="auto">
          {titleOf(of)}
        </span>
        {of.state === 'RINGING' ? <span>{calls.itRings}</span> : <CallTime of={of} />}
      </Link>
      {isIn && viewer.canSpeak && (
        <IconButton label={isMuted ? calls.unmute : calls.mute} onClick={set}>
          {isMuted ? <MicOff aria-hidden="true" /> : <Mic aria-hidden="true" />}
        </IconButton>
      )}
      {isIn ? (
        <Button kind="danger" onClick={leave}>
          <PhoneOff aria-hidden="true" />
          {calls.leave}
        </Button>
      ) : (
        <Comeback of={of} onLeave={() => letGo(callId)} />
      )}
      <Refusals of={[...setting.refusals, ...leaving.refusals]} />
    </section>
  );
}
