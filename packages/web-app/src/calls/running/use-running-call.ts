import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { type CallChange, joinCall, type JoinedCall } from '@plaza/client';
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { ConnectToCallDocument } from '../call-acts.generated.ts';
import type { RunningCallFragment } from '../calls.generated.ts';
import { useDevice } from '../devices/use-device.ts';
import type { RunningCall } from './held-call.ts';

type Access = NonNullable<NonNullable<RunningCallFragment['viewer']>['connection']>;

/**
 * Connects this tab to a call in which its session is, and sends what its reader lets it. A tab that is loaded again comes back into its
 * place: it does not leave when it goes away, and the server keeps the place for 30 seconds.
 */
export function useRunningCall(call: RunningCallFragment): RunningCall {
  const { viewer } = call;
  const canSpeak = viewer?.canSpeak ?? false;
  const isMuted = viewer?.isMuted ?? true;
  const isVideoOn = viewer?.isVideoOn ?? false;
  const isIn = viewer?.connection != null && call.state !== 'ENDED';
  const microphone = useDevice('microphone', isIn && canSpeak);
  const camera = useDevice('camera', isIn && canSpeak && isVideoOn);
  const [screen, setScreen] = useState<MediaStreamTrack | null>(null);
  const [joined, isCut] = useConnection(call, isIn);

  const speakers = call.members.nodes.filter(({ slot }) => slot !== null).length;
  const sent = useMemo(
    (): CallChange => ({
      microphone: isMuted ? null : microphone.track,
      camera: isVideoOn ? camera.track : null,
      screen,
      canSpeak,
      speakers,
    }),
    [isMuted, microphone.track, isVideoOn, camera.track, screen, canSpeak, speakers],
  );
  useEffect(() => void joined?.change(sent).catch(() => undefined), [joined, sent]);
  useEffect(() => () => screen?.stop(), [screen]);

  const reconnect = useCallback((): void => {
    // Where it cannot be connected again, the state of the connection says so.
    joined?.reconnect().catch(() => undefined);
  }, [joined]);
  return useMemo(
    () => ({ callId: call.id, joined, isCut, microphone, camera, screen, setScreen, reconnect }),
    [call.id, joined, isCut, microphone, camera, screen, reconnect],
  );
}

function useConnection(call: RunningCallFragment, isIn: boolean): readonly [JoinedCall | null, boolean] {
  const client = useApolloClient();
  const [joined, setJoined] = useState<JoinedCall | null>(null);
  const [isCut, setIsCut] = useState(false);
  const access = useRef(call.viewer?.connection);
  access.current = call.viewer?.connection;
  useEffect(() => {
    const { current } = access;
    if (!isIn || !current) return undefined;
    let isOver = false;
    let connected: JoinedCall | null = null;
    const onState = (state: RTCPeerConnectionState): void => {
      if (isOver) return;
      if (state === 'failed') setIsCut(true);
      if (state === 'connected') setIsCut(false);
    };
    async function start(to: Access): Promise<void> {
      const opened = await open(client, { callId: call.id, access: to, onState });
      if (isOver) return opened.close();
      connected = opened;
      setJoined(opened);
    }
    start(current).catch(() => {
      if (!isOver) setIsCut(true);
    });
    return () => {
      isOver = true;
      connected?.close();
      setJoined(null);
      setIsCut(false);
    };
  }, [client, call.id, isIn]);
  return [joined, isCut];
}

type Opening = {
  readonly callId: string;
  readonly access: Access;
  readonly onState: (state: RTCPeerConnectionState) => void;
};

async function open(client: ApolloClient, { callId, access, onState }: Opening): Promise<JoinedCall> {
  const { server, slotCount: slots, iceServers } = access;
  if (server === 'livekit') {
    const { joinLiveKitCall } = await import('./livekit-call.ts');
    return joinLiveKitCall(client, { callId, slots, onState });
  }
  const connect = async (offer: string): Promise<string> => {
    const { data } = await client.mutate({
      mutation: ConnectToCallDocument,
      variables: { input: { callId, offer } },
    });
    const answer = data?.connectCall?.answer;
    if (!answer) throw new Error('The call server does not answer.');
    return answer;
  };
  return joinCall({ slots, iceServers, connect, leave: () => undefined, onState });
}
