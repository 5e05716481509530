import datachannel, { type Track } from 'node-datachannel';
import { readRtp, type RtpPacket, writeRtp } from '#adapters/call-server/rtp.ts';

/** A client that sends and receives packets, not pictures. */
export type NativeClient = {
  readonly offer: string;
  accept(answer: string): void;
  isConnected(): boolean;
  /** Sends a packet by a line of the offer; a picture is one that stands by itself unless it `isPart`. */
  send(line: number, packet?: { isPart?: boolean; sequence?: number }): void;
  /** Packets that came by a line. */
  received(line: number): readonly RtpPacket[];
  /** Messages about packets that came by a line. */
  control(line: number): readonly Buffer[];
  close(): void;
};

const TYPES = { audio: 111, video: 96 };
/** A frame of VP8 in one packet: its descriptor, and the first bit of a picture that stands by itself. */
const KEY_FRAME = Buffer.from([0x10, 0x10, 0, 0]);
const PART = Buffer.from([0x10, 0x11, 0, 0]);

export async function nativeClient(slots: number, firstSsrc: number): Promise<NativeClient> {
  const peer = new datachannel.PeerConnection('client', { iceServers: [], disableAutoNegotiation: true });
  let state = 'new';
  peer.onStateChange((next) => (state = next));
  const gathered = new Promise<void>((resolve) => {
    peer.onGatheringStateChange((next) => next === 'complete' && resolve());
  });
  const received: RtpPacket[][] = [];
  const control: Buffer[][] = [];
  const kinds = [
    'audio',
    'video',
    'video',
    ...Array.from({ length: slots }, () => ['audio', 'video'] as const).flat(),
    'video',
  ] as const;
  const sequences = kinds.map(() => 100);
  const tracks = kinds.map((kind, index): Track => {
    const isSent = index < 3;
    const Media = kind === 'audio' ? datachannel.Audio : datachannel.Video;
    const media = new Media(String(index), isSent ? 'SendOnly' : 'RecvOnly');
    if ('addOpusCodec' in media) media.addOpusCodec(TYPES.audio);
    else media.addVP8Codec(TYPES.video);
    if (isSent) media.addSSRC(firstSsrc + index, 'client');
    const track = peer.addTrack(media);
    const packets: RtpPacket[] = (received[index] = []);
    const messages: Buffer[] = (control[index] = []);
    track.onMessage((message) => {
      const second = message[1] ?? 0;
      if (second >= 192 && second <= 223) {
        messages.push(message);
        return;
      }
      const packet = readRtp(message);
      // Packets without payload only keep the connection alive.
      if (packet && packet.payload.length > 0) packets.push(packet);
    });
    return track;
  });
  peer.setLocalDescription('offer');
  await gathered;
  return {
    offer: peer.localDescription()?.sdp ?? '',
    accept: (answer) => peer.setRemoteDescription(answer, 'answer'),
    isConnected: () => state === 'connected',
    send(line, { isPart = false, sequence } = {}) {
      const kind = kinds[line] ?? 'audio';
      const number = sequence ?? (sequences[line] ?? 0) + 1;
      sequences[line] = number;
      const payload = kind === 'audio' ? Buffer.from([0xf8, 0xff, 0xfe]) : isPart ? PART : KEY_FRAME;
      const track = tracks[line];
      try {
        track?.sendMessageBinary(
          writeRtp({
            payloadType: TYPES[kind],
            isMarked: true,
            sequence: number,
            timestamp: number * 960,
            ssrc: firstSsrc + line,
            payload,
          }),
        );
      } catch (error) {
        // The other end may have closed it, of which the state tells later: the packet is lost.
        if (track?.isOpen()) throw error;
      }
    },
    received: (line) => received[line] ?? [],
    control: (line) => control[line] ?? [],
    close: () => peer.close(),
  };
}

/** Ends the threads of native code, which would keep the process running. */
export const endNativeClients = (): void => datachannel.cleanup();
