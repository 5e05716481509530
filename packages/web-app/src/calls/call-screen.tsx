import { useQuery } from '@apollo/client/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { Settings2 } from 'lucide-react';
import { useAct } from '../api/act.ts';
import { useEvents } from '../api/use-events.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AcceptCallDocument, JoinRunningCallDocument } from './call-acts.generated.ts';
import { useTitleOfCall } from './call-title.ts';
import {
  CallChangesDocument,
  CallEndsDocument,
  CallScreenDocument,
  type RunningCallFragment,
} from './calls.generated.ts';
import { Comeback } from './comeback.tsx';
import { useDeviceDialog } from './devices/device-dialog.tsx';
import { InCall } from './in-call.tsx';
import { Rating } from './rating.tsx';
import { holdCall, useHeldCall, useShownCall } from './running/held-call.ts';
import { useKept } from '../parts/use-kept.ts';
import '../styles/calls.css';

export function CallScreen() {
  const params = useParams({ from: '/inside/calls/$id', shouldThrow: false });
  const { id } = useKept(params);
  const { calls } = useTexts();
  const titleOf = useTitleOfCall();
  const heldId = useHeldCall();
  const running = useShownCall();
  const result = useQuery(CallScreenDocument, {
    variables: { id },
    // An answer that is under way may be older than the event that asks again.
    context: { queryDeduplication: false },
  });
  const call = result.data?.call;
  const look = (): void => void result.refetch();
  useEvents(CallChangesDocument, look);
  useEvents(CallEndsDocument, look);
  const isHere = heldId === id && call?.viewer?.connection != null && call.state !== 'ENDED';
  return (
    <Screen title={call ? titleOf(call) : calls.call} hasBack>
      <Loading of={result} has={call != null} rows={1}>
        {call &&
          (isHere ? (
            running?.callId === id && <InCall key={id} of={call} running={running} />
          ) : (
            <Outside of={call} onChange={look} />
          ))}
      </Loading>
    </Screen>
  );
}

const DAY_MS = 24 * 60 * 60_000;

/** Whether the reader was in a call that took place and ended within a day: the server takes no rating later. */
const canRate = ({ viewer, durationSeconds, endedAt }: RunningCallFragment): boolean =>
  viewer?.state != null &&
  durationSeconds !== null &&
  endedAt !== null &&
  Date.now() - Date.parse(endedAt) < DAY_MS;

/** A call that is over, that rings here, or in which the reader is in another tab, on another device or not at all. */
function Outside({ of, onChange }: { readonly of: RunningCallFragment; readonly onChange: () => void }) {
  const { calls, common } = useTexts();
  const navigate = useNavigate();
  const [openDevices, deviceDialog] = useDeviceDialog();
  if (of.state === 'ENDED') {
    return (
      <Empty title={calls.ended} text={calls.endReasons[of.endReason ?? 'COMPLETED']}>
        {canRate(of) && <Rating callId={of.id} />}
        <Button onClick={() => void navigate({ to: '/' })}>{common.done}</Button>
      </Empty>
    );
  }
  const isRinging = of.viewer?.invitation === 'RINGING';
  const wasIn = of.viewer?.state != null;
  return (
    <Empty
      title={isRinging ? calls.rings[of.kind](of.starter?.displayName ?? calls.somebody) : calls.running}
    >
      {wasIn && !isRinging ? <Comeback of={of} /> : <Entrance of={of} onChange={onChange} />}
      <Button kind="quiet" onClick={openDevices}>
        <Settings2 aria-hidden="true" />
        {calls.devices.title}
      </Button>
      {deviceDialog}
    </Empty>
  );
}

function Entrance({ of, onChange }: { readonly of: RunningCallFragment; readonly onChange: () => void }) {
  const { calls } = useTexts();
  const accepting = useAct(AcceptCallDocument);
  const joining = useAct(JoinRunningCallDocument);
  const base = { callId: of.id, isMuted: false, isVideoOn: of.kind === 'VIDEO' };
  const enter = async (entering: Promise<unknown>): Promise<void> => {
    if (await entering) holdCall(of.id);
    onChange();
  };
  const ways = of.speaking === 'OPEN' || of.mode === 'DIRECT' ? (['SPEAKER'] as const) : [];
  return (
    <>
      <div className="settings-acts">
        {of.viewer?.invitation === 'RINGING' ? (
          <Button kind="main" onClick={() => void enter(accepting.act({ variables: { input: base } }))}>
            {calls.accept}
          </Button>
        ) : (
          [...ways, ...(of.mode === 'GROUP' ? (['VIEWER'] as const) : [])].map((as) => (
            <Button
              key={as}
              kind={as === 'SPEAKER' ? 'main' : 'plain'}
              onClick={() => void enter(joining.act({ variables: { input: { ...base, as } } }))}
            >
              {as === 'SPEAKER' ? calls.join : calls.watch}
            </Button>
          ))
        )}
      </div>
      <Refusals of={[...accepting.refusals, ...joining.refusals]} />
    </>
  );
}
