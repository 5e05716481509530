import { useQuery } from '@apollo/client/react';
import { useLocation } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useEvents } from '../../api/use-events.ts';
import {
  CallChangesDocument,
  CallEndsDocument,
  CallScreenDocument,
  HandAnswersDocument,
  RaisedHandsDocument,
  type RunningCallFragment,
} from '../calls.generated.ts';
import { useTone } from '../ring/use-tone.ts';
import { letGo, showRunning, tellTabs } from './held-call.ts';
import { ReturnBar } from './return-bar.tsx';
import { Sounds } from './sounds.tsx';
import { useRunningCall } from './use-running-call.ts';
import '../../styles/calls.css';

/** Carries a call on while its reader is on other screens. */
export function HeldCall({ id }: { readonly id: string }) {
  const { data, loading, refetch } = useQuery(CallScreenDocument, {
    variables: { id },
    fetchPolicy: 'cache-and-network',
    // An answer that is under way may be older than the event that asks again.
    context: { queryDeduplication: false },
  });
  const look = (): void => void refetch();
  useEvents(CallChangesDocument, look);
  useEvents(CallEndsDocument, ({ callEnded }) => {
    if (callEnded.call.id === id) letGo(id);
  });
  useEvents(RaisedHandsDocument, look);
  useEvents(HandAnswersDocument, look);
  useEffect(() => tellTabs(id), [id]);
  const call = data?.call;
  const isOver = !loading && (!call || call.state === 'ENDED' || call.viewer?.state === null);
  useEffect(() => {
    if (isOver) letGo(id);
  }, [id, isOver]);
  return call && call.state !== 'ENDED' ? <Carried call={call} /> : null;
}

function Carried({ call }: { readonly call: RunningCallFragment }) {
  const { pathname } = useLocation();
  const running = useRunningCall(call);
  const { reconnect } = running;
  useEffect(() => showRunning(running), [running]);
  useEffect(() => () => showRunning(null), []);
  useEvents(CallChangesDocument, ({ callStatusChanged }) => {
    const { call: changed, changes } = callStatusChanged;
    if (changed.id === call.id && changes.includes('RECONNECT')) reconnect();
  });
  useEvents(HandAnswersDocument, ({ speakerRequestResponse: { needsReconnect } }) => {
    if (needsReconnect) reconnect();
  });
  useTone(call.state === 'RINGING' ? 'RING_BACK' : null);
  return (
    <>
      {running.joined && <Sounds of={running.joined} />}
      {pathname !== `/calls/${call.id}` && <ReturnBar of={call} />}
    </>
  );
}
