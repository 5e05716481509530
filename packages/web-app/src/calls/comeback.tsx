import { Link } from '@tanstack/react-router';
import { useAct } from '../api/act.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { useTexts } from '../texts/texts.tsx';
import { JoinRunningCallDocument } from './call-acts.generated.ts';
import type { RingingCallFragment } from './calls.generated.ts';
import { holdCall } from './running/held-call.ts';
import '../styles/calls.css';

/** The way back to a call that another tab or device carries. */
export function ReturnToCall({ of }: { readonly of: RingingCallFragment }) {
  const { calls } = useTexts();
  return (
    <section className="call-return" aria-label={calls.running}>
      <Link to="/calls/$id" params={{ id: of.id }} className="call-return-name">
        {calls.running}
      </Link>
      <Comeback of={of} />
    </section>
  );
}

/** Takes a call into this tab that its reader has left, or that they are in elsewhere, with the role from before. */
export function Comeback({
  of,
  onLeave,
}: {
  readonly of: RingingCallFragment;
  readonly onLeave?: () => void;
}) {
  const { calls } = useTexts();
  const joining = useAct(JoinRunningCallDocument);
  const { id: callId, viewer } = of;
  const isElsewhere = viewer?.state !== 'LEFT';
  const join = async (): Promise<void> => {
    const as = viewer?.role === 'VIEWER' ? 'VIEWER' : 'SPEAKER';
    const media = { isMuted: viewer?.isMuted ?? true, isVideoOn: viewer?.isVideoOn ?? false };
    if (await joining.act({ variables: { input: { callId, as, ...media } } })) holdCall(callId);
  };
  return (
    <>
      <span className="row-quiet">{isElsewhere ? calls.elsewhere : calls.out}</span>
      <Button kind="main" disabled={joining.isActing} onClick={() => void join()}>
        {isElsewhere ? calls.continueHere : calls.joinAgain}
      </Button>
      {onLeave && <Button onClick={onLeave}>{calls.stayOut}</Button>}
      <Refusals of={joining.refusals} />
    </>
  );
}
