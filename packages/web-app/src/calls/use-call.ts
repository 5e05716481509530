import { useApolloClient } from '@apollo/client/react';
import { joinCall, type JoinedCall } from '@plaza/client';
import { useEffect, useRef, useState } from 'react';
import { ConnectToCallDocument } from './call-acts.generated.ts';
import type { RunningCallFragment } from './calls.generated.ts';

export type CallProblem = 'devices' | 'connection' | null;

export type OwnMedia = {
  readonly isMuted: boolean;
  readonly isVideoOn: boolean;
  readonly screen: MediaStreamTrack | null;
};

/**
 * The connection of this tab to a call in which its session is. A tab that is loaded again comes back into its place: it does not leave
 * when it goes away, and the server keeps the place for 30 seconds.
 */
export function useCall(call: RunningCallFragment, media: OwnMedia) {
  const client = useApolloClient();
  const access = call.viewer?.connection ?? null;
  const [joined, setJoined] = useState<JoinedCall | null>(null);
  const [own, setOwn] = useState<MediaStream | null>(null);
  const [problem, setProblem] = useState<CallProblem>(null);
  const canSpeak = call.viewer?.canSpeak ?? false;
  const first = useRef({ access, canSpeak, media });
  first.current = { access, canSpeak, media };
  const isIn = access !== null && call.state !== 'ENDED';

  useEffect(() => {
    const { access: known, canSpeak: mayStart, media: wanted } = first.current;
    if (!isIn || !known) return undefined;
    // Other servers than the embedded one have a client of their own, which the app does not include.
    if (known.url !== null) {
      setProblem('connection');
      return undefined;
    }
    const ended = new AbortController();
    let [connected, devices]: [JoinedCall | null, MediaStream | null] = [null, null];
    async function start({ slotCount, iceServers }: NonNullable<typeof known>): Promise<void> {
      devices = await openDevices();
      if (ended.signal.aborted) return stop(devices);
      setOwn(devices);
      setProblem(devices ? null : 'devices');
      const connect = async (offer: string): Promise<string> => {
        const { data } = await client.mutate({
          mutation: ConnectToCallDocument,
          variables: { input: { callId: call.id, offer } },
        });
        return data?.connectCall?.answer ?? '';
      };
      connected = await joinCall(
        {
          slots: slotCount,
          iceServers,
          connect,
          leave: () => undefined,
          onState: (state) => setProblem((known) => problemOf(state, known)),
        },
        { ...tracksOf(devices, wanted), canSpeak: mayStart },
      );
      if (ended.signal.aborted) connected.close();
      else setJoined(connected);
    }
    start(known).catch(() => setProblem('connection'));
    return () => {
      ended.abort();
      connected?.close();
      stop(devices);
      setJoined(null);
      setOwn(null);
    };
  }, [client, call.id, isIn]);

  const speakers = call.members.nodes.filter(({ slot }) => slot !== null).length;
  const { isMuted, isVideoOn, screen } = media;
  useEffect(() => {
    void joined?.change({ ...tracksOf(own, { isMuted, isVideoOn, screen }), canSpeak, speakers });
  }, [joined, own, isMuted, isVideoOn, screen, canSpeak, speakers]);

  return { joined, own, problem, isIn };
}

const problemOf = (state: RTCPeerConnectionState, known: CallProblem): CallProblem => {
  if (state === 'failed') return 'connection';
  return state === 'connected' && known === 'connection' ? null : known;
};

/** Null without a camera and a microphone: the others are seen all the same. */
const openDevices = (): Promise<MediaStream | null> =>
  navigator.mediaDevices
    .getUserMedia({ audio: true, video: true })
    .catch(() => navigator.mediaDevices.getUserMedia({ audio: true }))
    .catch(() => null);

const stop = (stream: MediaStream | null): void => stream?.getTracks().forEach((track) => track.stop());

const tracksOf = (stream: MediaStream | null, { isMuted, isVideoOn, screen }: OwnMedia) => ({
  microphone: isMuted ? null : (stream?.getAudioTracks()[0] ?? null),
  camera: isVideoOn ? (stream?.getVideoTracks()[0] ?? null) : null,
  screen,
});
