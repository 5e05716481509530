import type { ApolloClient } from '@apollo/client';
import type { CallChange, CallMedia, JoinedCall } from '@plaza/client';
import { ConnectionState, type RemoteParticipant, Room, RoomEvent, Track } from 'livekit-client';
import { RefreshConnectionDocument } from '../call-acts.generated.ts';

type Options = {
  readonly callId: string;
  readonly slots: number;
  readonly onState: (state: RTCPeerConnectionState) => void;
};

type Sent = CallMedia & { readonly canSpeak: boolean };

const SOURCES = {
  microphone: Track.Source.Microphone,
  camera: Track.Source.Camera,
  screen: Track.Source.ScreenShare,
} as const;
const KINDS = ['microphone', 'camera', 'screen'] as const;

/** Joins a call that LiveKit carries, as `joinCall` does with the embedded call server: each slot has a stream. */
export async function joinLiveKitCall(
  client: ApolloClient,
  { callId, slots, onState }: Options,
): Promise<JoinedCall> {
  const streams = Array.from({ length: slots }, () => new MediaStream());
  const screen = new MediaStream();
  const room = new Room({ dynacast: true, stopLocalTrackOnUnpublish: false });
  let sent: Sent = { microphone: null, camera: null, screen: null, canSpeak: false };
  let putting = Promise.resolve();
  let isMoving = false;

  // One after another: a track that is being published cannot be replaced yet.
  const put = (): Promise<void> => {
    putting = putting.then(async () => {
      // Without the right yet, the change of the permission tries again.
      for (const kind of KINDS) await publish(room, kind, sent).catch(() => undefined);
    });
    return putting;
  };
  const show = (): void => place([...room.remoteParticipants.values()], streams, screen);

  room
    .on(RoomEvent.TrackSubscribed, show)
    .on(RoomEvent.TrackUnsubscribed, show)
    .on(RoomEvent.ParticipantAttributesChanged, show)
    .on(RoomEvent.ParticipantDisconnected, show)
    .on(RoomEvent.ParticipantPermissionsChanged, () => void put())
    .on(RoomEvent.ConnectionStateChanged, (state) => {
      if (state === ConnectionState.Connected) onState('connected');
    })
    // The vendor's client has tried again by itself before.
    .on(RoomEvent.Disconnected, () => {
      if (!isMoving) onState('failed');
    });

  async function connect(): Promise<void> {
    const { url, token } = await refreshed(client, callId);
    await room.connect(url, token);
    show();
    await put();
  }

  await connect();
  return {
    streams,
    screen,
    async change(change: CallChange) {
      sent = { ...sent, ...change };
      await put();
    },
    async reconnect() {
      isMoving = true;
      await room.disconnect(false).finally(() => (isMoving = false));
      await connect();
    },
    close() {
      room.removeAllListeners();
      void room.disconnect(false);
    },
  };
}

/** The token is not kept: it is good for one connection. */
async function refreshed(client: ApolloClient, callId: string): Promise<{ url: string; token: string }> {
  const { data } = await client.mutate({
    mutation: RefreshConnectionDocument,
    variables: { input: { callId } },
    fetchPolicy: 'no-cache',
  });
  const { url, token } = data?.refreshCallConnection?.call?.viewer?.connection ?? {};
  if (!url || !token) throw new Error('The call server lets this session in no more.');
  return { url, token };
}

async function publish(room: Room, kind: keyof CallMedia, sent: Sent): Promise<void> {
  const source = SOURCES[kind];
  const wanted = sent.canSpeak ? sent[kind] : null;
  const published = room.localParticipant.getTrackPublication(source)?.track;
  if (!wanted) {
    if (published) await room.localParticipant.unpublishTrack(published, false);
  } else if (!published) {
    await room.localParticipant.publishTrack(wanted, { source });
  } else if (published.mediaStreamTrack !== wanted) {
    await published.replaceTrack(wanted, true);
  }
}

/** Puts the tracks of each participant into the stream of their slot, which the API has written into their attributes. */
function place(
  participants: readonly RemoteParticipant[],
  streams: readonly MediaStream[],
  screen: MediaStream,
): void {
  const tracksOf = (participant: RemoteParticipant | undefined, sources: readonly Track.Source[]) =>
    sources.flatMap((source) => participant?.getTrackPublication(source)?.track?.mediaStreamTrack ?? []);
  for (const [slot, stream] of streams.entries()) {
    const speaker = participants.find(({ attributes }) => attributes['slot'] === String(slot));
    fill(stream, tracksOf(speaker, [SOURCES.microphone, SOURCES.camera]));
  }
  fill(
    screen,
    participants.flatMap((participant) => tracksOf(participant, [SOURCES.screen])),
  );
}

function fill(stream: MediaStream, tracks: readonly MediaStreamTrack[]): void {
  for (const track of stream.getTracks()) if (!tracks.includes(track)) stream.removeTrack(track);
  for (const track of tracks) stream.addTrack(track);
}
