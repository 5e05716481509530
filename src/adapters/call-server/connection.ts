import { randomInt } from 'node:crypto';
import datachannel, { type PeerConnection, type Track } from 'node-datachannel';
import type { CallAddresses } from './call-messages.ts';
import { announced, type Offer, type OfferedLine, OPUS_FORMAT, writeOffer } from './offer.ts';
import { createReceivedLine, type ReceivedLine } from './received-line.ts';
import { readRtcp, writeBitrate, writePictureLost, writeReceiverReport } from './rtcp.ts';
import { isRtcp, readRtp, type RtpPacket } from './rtp.ts';
import { createSentStream, type SentStream } from './sent-stream.ts';

/** One person's connection, with the lines of its offer. */
export type Connection = {
  /** Places of speakers in its offer. */
  readonly slots: number;
  /** By the index of the line in the offer; undefined where the client sends. */
  readonly streams: readonly (SentStream | undefined)[];
  /** Nothing has come over it for a while. */
  isSilent(nowMs: number): boolean;
  isConnected(): boolean;
  /** Sends a packet to the client, if the line can show it. */
  forward(line: number, source: object, packet: RtpPacket, nowMs: number): void;
  /** Sends when the client has sent what has a timestamp, for a line that shows it. */
  report(line: number, source: object, sent: { time: bigint; timestamp: number }): void;
  /** Asks the client for a picture that stands by itself; at most once in 200 ms for each line. */
  askForKeyFrame(line: number, nowMs: number): void;
  /** Asks for what is missing. */
  repeat(nowMs: number): void;
  /** Tells the client what has come, and how much may come. */
  tell(bitsPerSecond: number, nowMs: number): void;
  close(): void;
};

export type ConnectionEvents = {
  onPacket(line: number, packet: RtpPacket): void;
  onReport(line: number, sent: { time: bigint; timestamp: number }): void;
  /** The client cannot show the pictures of a line. */
  onKeyFrameWanted(line: number): void;
  onConnected(): void;
  onEnd(): void;
};

const CLOCK_RATES = { audio: 48_000, video: 90_000 };
const SILENT_MS = 5_000;
const GATHERING_MS = 3_000;
/** Packets that the native code keeps to send them again: two seconds of a picture. */
const KEPT_PACKETS = 1_024;

/** Answers an offer. @throws Error when native code refuses it, or has no port left */
export async function connect(
  offer: Offer,
  addresses: CallAddresses,
  events: ConnectionEvents,
): Promise<{ readonly connection: Connection; readonly sdp: string }> {
  const peer = new datachannel.PeerConnection('call', {
    iceServers: [],
    bindAddress: addresses.listen,
    portRangeBegin: addresses.portFirst,
    portRangeEnd: addresses.portLast,
    disableAutoNegotiation: true,
    enableIceTcp: false,
  });
  try {
    const gathered = whenGathered(peer);
    const connection = connectionOver(peer, offer, events);
    peer.setLocalDescription('answer');
    await gathered;
    const answer = peer.localDescription();
    if (!answer) throw new Error('There is no answer.');
    return { connection, sdp: announced(answer.sdp, addresses.announce) };
  } catch (error) {
    peer.close();
    throw error;
  }
}

function whenGathered(peer: PeerConnection): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('No address was found.')), GATHERING_MS);
    peer.onGatheringStateChange((state) => {
      if (state !== 'complete') return;
      clearTimeout(timer);
      resolve();
    });
  });
}

/** Parts of one connection that the functions below share. */
type Open = {
  readonly peer: PeerConnection;
  readonly offer: Offer;
  readonly events: ConnectionEvents;
  readonly tracks: (Track | undefined)[];
  readonly streams: readonly (SentStream | undefined)[];
  readonly received: readonly (ReceivedLine | undefined)[];
  /** The line by which reports leave, and our source there. */
  readonly way: { readonly line: number; readonly ssrc: number };
  isConnected: boolean;
  hasEnded: boolean;
  receivedMs: number;
};

function connectionOver(peer: PeerConnection, offer: Offer, events: ConnectionEvents): Connection {
  const open = openLines(peer, offer, events);
  peer.onStateChange((state) => follow(open, state));
  for (const [line, track] of open.tracks.entries()) track?.onMessage((message) => take(open, line, message));
  peer.onTrack((track) => {
    const line = offer.lines.findIndex(({ mid }) => mid === track.mid());
    open.tracks[line] = track;
    track.onMessage((message) => take(open, line, message));
  });
  peer.setRemoteDescription(writeOffer(offer), 'offer');
  const { streams } = open;
  return {
    slots: offer.slots,
    streams,
    isSilent: (nowMs) => nowMs - open.receivedMs >= SILENT_MS,
    isConnected: () => open.isConnected,
    forward(line, source, packet, nowMs) {
      const message = streams[line]?.follow(source, packet, nowMs);
      if (message) send(open, line, message);
    },
    report(line, source, sent) {
      const message = streams[line]?.report(source, sent);
      if (message) send(open, line, message);
    },
    askForKeyFrame: (line, nowMs) => askForKeyFrame(open, line, nowMs),
    repeat(nowMs) {
      for (const line of open.received) {
        const message = line?.repeatRequest(open.way.ssrc, nowMs);
        if (message) send(open, open.way.line, message);
      }
    },
    tell: (bitsPerSecond, nowMs) => tell(open, bitsPerSecond, nowMs),
    close() {
      open.hasEnded = true;
      open.isConnected = false;
      peer.close();
    },
  };
}

function openLines(peer: PeerConnection, offer: Offer, events: ConnectionEvents): Open {
  const taken = new Set(offer.lines.flatMap(({ ssrc }) => ssrc ?? []));
  const tracks: (Track | undefined)[] = [];
  const streams: (SentStream | undefined)[] = [];
  const received: (ReceivedLine | undefined)[] = [];
  for (const [index, line] of offer.lines.entries()) {
    const clockRate = CLOCK_RATES[line.kind];
    const hasPictures = line.kind === 'video';
    if (line.ssrc !== null) {
      received[index] = createReceivedLine(line.ssrc, clockRate, hasPictures);
      continue;
    }
    const ssrc = freshSsrc(taken);
    tracks[index] = sendingTrack(peer, line, ssrc);
    streams[index] = createSentStream({ ssrc, payloadType: line.payloadType, clockRate, hasPictures });
  }
  // Native code lets our reports leave only by a line on which the server sends; that of a sound repeats no packets.
  const line = offer.lines.findIndex(({ kind, direction }) => kind === 'audio' && direction === 'receives');
  const way = { line, ssrc: streams[line]?.ssrc ?? 0 };
  const state = { isConnected: false, hasEnded: false, receivedMs: performance.now() };
  return { peer, offer, events, tracks, streams, received, way, ...state };
}

function follow(open: Open, state: string): void {
  if (open.hasEnded) return;
  if (state === 'connected') {
    open.isConnected = true;
    open.receivedMs = performance.now();
    open.events.onConnected();
  } else if (state === 'disconnected' || state === 'failed' || state === 'closed') {
    open.hasEnded = true;
    open.isConnected = false;
    open.events.onEnd();
  }
}

function take(open: Open, line: number, message: Buffer): void {
  open.receivedMs = performance.now();
  try {
    if (isRtcp(message)) takeReports(open, message);
    else takePacket(open, line, message);
  } catch {
    // An error that reaches native code ends the process, and with it the calls of others.
  }
}

function takePacket(open: Open, index: number, message: Buffer): void {
  const line = open.received[index];
  const packet = readRtp(message);
  if (!line || !packet) return;
  if (packet.ssrc !== line.ssrc || packet.payloadType !== open.offer.lines[index]?.payloadType) return;
  if (!line.received(packet, open.receivedMs)) askForKeyFrame(open, index, open.receivedMs);
  open.events.onPacket(index, packet);
}

function takeReports({ received, streams, receivedMs, events }: Open, message: Buffer): void {
  for (const fact of readRtcp(message)) {
    if (fact.kind === 'sent') {
      const index = received.findIndex((line) => line?.ssrc === fact.ssrc);
      if (index === -1) continue;
      received[index]?.reported(fact.middle, receivedMs);
      events.onReport(index, fact);
    } else {
      const index = streams.findIndex((stream) => stream?.ssrc === fact.ssrc);
      if (index !== -1) events.onKeyFrameWanted(index);
    }
  }
}

function send({ isConnected, tracks }: Open, line: number, message: Buffer): void {
  const track = tracks[line];
  if (!isConnected || !track?.isOpen()) return;
  try {
    track.sendMessageBinary(message);
  } catch {
    // The connection ends at this moment, of which its state tells.
  }
}

function askForKeyFrame(open: Open, index: number, nowMs: number): void {
  const { received, way } = open;
  const line = received[index];
  if (!line?.mayAskForKeyFrame(nowMs)) return;
  send(open, way.line, writePictureLost({ from: way.ssrc, ssrc: line.ssrc }));
}

function tell(open: Open, bitsPerSecond: number, nowMs: number): void {
  const { received, streams, offer, way } = open;
  const lines = received.flatMap((line) => line ?? []);
  const report = writeReceiverReport(
    way.ssrc,
    lines.flatMap((line) => line.report(nowMs) ?? []),
  );
  const ssrcs = lines.map(({ ssrc }) => ssrc);
  send(open, way.line, Buffer.concat([report, writeBitrate(way.ssrc, bitsPerSecond, ssrcs)]));
  // A client that sends nothing, and to which nothing is sent, would seem to be gone.
  const unused = streams.findLastIndex((stream, index) => {
    return offer.lines[index]?.kind === 'video' && stream?.isUsed() === false;
  });
  const probe = streams[unused]?.probe(nowMs);
  if (probe) send(open, unused, probe);
}

/** A track that sends one stream, whose lost packets native code sends again. */
function sendingTrack(peer: PeerConnection, { mid, kind, payloadType }: OfferedLine, ssrc: number): Track {
  const stream = `s${mid}`;
  if (kind === 'audio') {
    const audio = new datachannel.Audio(mid, 'SendOnly');
    audio.addAudioCodec(payloadType, 'opus', OPUS_FORMAT);
    audio.addSSRC(ssrc, 'plaza', stream, `t${mid}`);
    return peer.addTrack(audio);
  }
  const video = new datachannel.Video(mid, 'SendOnly');
  video.addVP8Codec(payloadType);
  video.addSSRC(ssrc, 'plaza', stream, `t${mid}`);
  const track = peer.addTrack(video);
  track.setMediaHandler(new datachannel.RtcpNackResponder(KEPT_PACKETS));
  return track;
}

function freshSsrc(taken: Set<number>): number {
  let ssrc = randomInt(1, 0xff_ff_ff_ff);
  while (taken.has(ssrc)) ssrc = randomInt(1, 0xff_ff_ff_ff);
  taken.add(ssrc);
  return ssrc;
}
