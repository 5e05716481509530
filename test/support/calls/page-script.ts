/*
 * The script of the page that joins calls in tests. It runs in a browser, in which the helper of the client package is served
 * beside it.
 */
import type { JoinedCall, joinCall as joinCallType } from '../../../client/src/calls.ts';

type Calls = { readonly joinCall: typeof joinCallType };

const address = '/calls.js';
// The address is that of the same module, without its types.
const { joinCall } = (await import(address)) as Calls;

let joined: JoinedCall | null = null;
let connections: RTCPeerConnection[] = [];
let offeredMs = 0;
const firstMs = new Map<number, number>();

const NativeConnection = globalThis.RTCPeerConnection;
globalThis.RTCPeerConnection = class extends NativeConnection {
  constructor(...given: ConstructorParameters<typeof NativeConnection>) {
    super(...given);
    connections = [...connections.filter(({ connectionState }) => connectionState !== 'closed'), this];
  }
};

const { search } = globalThis.location;
const media: { microphone: MediaStreamTrack | null; camera: MediaStreamTrack | null } = {
  microphone: null,
  camera: null,
};

async function connect(offer: string): Promise<string> {
  offeredMs = performance.now();
  const response = await fetch(`/connect${search}`, { method: 'POST', body: offer });
  if (!response.ok) throw new Error(await response.text());
  return response.text();
}

function show(stream: MediaStream, slot: number): void {
  const video = document.createElement('video');
  Object.assign(video, { srcObject: stream, muted: true, autoplay: true, playsInline: true });
  document.body.append(video);
  video.requestVideoFrameCallback(() => firstMs.set(slot, performance.now() - offeredMs));
}

async function statsOf(type: string, isOf: (report: Record<string, unknown>) => boolean) {
  const stats = await connections.at(-1)?.getStats();
  return [...(stats?.values() ?? [])].find(
    (report: Record<string, unknown>) => report['type'] === type && isOf(report),
  ) as Record<string, number> | undefined;
}

type Change = {
  readonly canSpeak?: boolean;
  readonly isSending?: boolean;
  readonly isSharing?: boolean;
  readonly speakers?: number;
};

const call = {
  async join({ slots = 2, camera = false, canSpeak = true, iceServers = [] }) {
    if (camera) {
      const stream = await navigator.mediaDevices.getUserMedia({
        audio: true,
        video: { width: 640, height: 480, frameRate: 20 },
      });
      media.microphone = stream.getAudioTracks()[0] ?? null;
      media.camera = stream.getVideoTracks()[0] ?? null;
    }
    const leave = (): void => void fetch(`/leave${search}`, { method: 'POST', keepalive: true });
    joined = await joinCall({ slots, iceServers, connect, leave }, { ...media, canSpeak });
    for (const [slot, stream] of joined.streams.entries()) show(stream, slot);
    show(joined.screen, -1);
  },
  async change({ canSpeak, isSending, isSharing, speakers }: Change) {
    await joined?.change({
      ...(speakers !== undefined && { speakers }),
      ...(canSpeak !== undefined && { canSpeak }),
      ...(isSending !== undefined && (isSending ? media : { microphone: null, camera: null })),
      ...(isSharing !== undefined && { screen: isSharing ? media.camera : null }),
    });
  },
  reconnect: () => joined?.reconnect(),
  close: () => joined?.close(),
  async shown(slot: number | 'screen', kind: 'audio' | 'video') {
    const stream = slot === 'screen' ? joined?.screen : joined?.streams[slot];
    const track = stream?.getTracks().find((one) => one.kind === kind);
    const report = await statsOf('inbound-rtp', ({ trackIdentifier }) => trackIdentifier === track?.id);
    return { frames: report?.['framesDecoded'] ?? 0, packets: report?.['packetsReceived'] ?? 0 };
  },
  async sent() {
    const report = await statsOf(
      'outbound-rtp',
      ({ kind, packetsSent }) => kind === 'video' && Number(packetsSent) > 0,
    );
    return {
      frames: report?.['framesSent'] ?? 0,
      packets: report?.['packetsSent'] ?? 0,
      width: report?.['frameWidth'] ?? 0,
    };
  },
  firstFrameMs: (slot: number) => firstMs.get(slot) ?? null,
};

Object.assign(globalThis, { call });
