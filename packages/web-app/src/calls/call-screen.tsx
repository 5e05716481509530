import { useQuery } from '@apollo/client/react';
import { useNavigate, useParams } from '@tanstack/react-router';
import { useAct } from '../api/act.ts';
import { useEvents } from '../api/use-events.ts';
import { Button } from '../parts/button.tsx';
import { Refusals } from '../parts/field.tsx';
import { Screen } from '../parts/screen.tsx';
import { Empty, Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { AcceptCallDocument, JoinRunningCallDocument } from './call-acts.generated.ts';
import {
  CallChangesDocument,
  CallEndsDocument,
  CallScreenDocument,
  HandAnswersDocument,
  RaisedHandsDocument,
  type RunningCallFragment,
} from './calls.generated.ts';
import { InCall } from './in-call.tsx';
import '../styles/calls.css';

export function CallScreen() {
  const { id } = useParams({ from: '/inside/calls/$id' });
  const { calls } = useTexts();
  const result = useQuery(CallScreenDocument, { variables: { id } });
  const call = result.data?.call;
  const look = (): void => void result.refetch();
  useEvents(CallChangesDocument, look);
  useEvents(CallEndsDocument, look);
  useEvents(RaisedHandsDocument, look);
  useEvents(HandAnswersDocument, look);
  const isIn = call?.viewer?.connection != null && call.state !== 'ENDED';
  return (
    <Screen title={call?.starter ? calls.callWith(titleOf(call)) : calls.call} hasBack>
      <Loading of={result} has={call != null} rows={1}>
        {call && (isIn ? <InCall key={call.id} of={call} /> : <Outside of={call} onChange={look} />)}
      </Loading>
    </Screen>
  );
}

const titleOf = ({ members, starter }: RunningCallFragment): string => {
  const names = members.nodes.map(({ user }) => user?.displayName).filter((name) => name !== undefined);
  return names.length > 1 ? names.join(', ') : (starter?.displayName ?? '');
};

/** A call that is over, that rings here, or in which the reader is on another device or not at all. */
function Outside({ of, onChange }: { readonly of: RunningCallFragment; readonly onChange: () => void }) {
  const { calls, common } = useTexts();
  const navigate = useNavigate();
  const accepting = useAct(AcceptCallDocument);
  const joining = useAct(JoinRunningCallDocument);
  if (of.state === 'ENDED') {
    return (
      <Empty title={calls.ended} text={calls.endReasons[of.endReason ?? 'COMPLETED']}>
        <Button onClick={() => void navigate({ to: '/' })}>{common.done}</Button>
      </Empty>
    );
  }
  const base = { callId: of.id, isMuted: false, isVideoOn: of.kind === 'VIDEO' };
  const isRinging = of.viewer?.invitation === 'RINGING';
  return (
    <Empty title={isRinging ? calls.rings(of.starter?.displayName ?? calls.somebody) : calls.running}>
      <div className="settings-acts">
        {isRinging ? (
          <Button
            kind="main"
            onClick={() => void accepting.act({ variables: { input: base } }).then(onChange)}
          >
            {calls.accept}
          </Button>
        ) : (
          (['SPEAKER', 'VIEWER'] as const).map((as) => (
            <Button
              key={as}
              kind={as === 'SPEAKER' ? 'main' : 'plain'}
              onClick={() => void joining.act({ variables: { input: { ...base, as } } }).then(onChange)}
            >
              {as === 'SPEAKER' ? calls.join : calls.watch}
            </Button>
          ))
        )}
      </div>
      <Refusals of={[...accepting.refusals, ...joining.refusals]} />
    </Empty>
  );
}
