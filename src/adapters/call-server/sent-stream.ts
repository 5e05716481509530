import {
  beginsKeyFrame,
  type RtpPacket,
  sequenceAfter,
  sequencesBetween,
  timestampAfter,
  writePadding,
  writeRtp,
} from './rtp.ts';
import { writeSenderReport } from './rtcp.ts';

/**
 * One line of a connection on which the server sends. Whoever is shown there follows the one before in a single stream: with the
 * same source, and with numbers and times that go on.
 */
export type SentStream = {
  readonly ssrc: number;
  /**
   * The packet for this line; null for one that cannot be shown: from before the source was taken up, or of pictures that stand on
   * others that were not sent.
   */
  follow(source: object, packet: RtpPacket, nowMs: number): Buffer | null;
  /** True while pictures of the source wait for one that stands by itself. */
  needsKeyFrame(source: object): boolean;
  /** The time of the source, in terms of this line; null when another source is shown. */
  report(source: object, sent: { time: bigint; timestamp: number }): Buffer | null;
  /** A packet that shows nothing, and makes the receiver send a report. Whoever is shown is taken up anew. */
  probe(nowMs: number): Buffer;
  readonly isUsed: () => boolean;
};

export type SentStreamOptions = {
  readonly ssrc: number;
  readonly payloadType: number;
  readonly clockRate: number;
  /** Pictures begin with a key frame. */
  readonly hasPictures: boolean;
};

type Shown = {
  readonly source: object;
  readonly firstSequence: number;
  readonly sequences: number;
  readonly ticks: number;
  followed: number;
};

/** Packets after which none from before the first one comes any more; later, numbers pass that of the first one again. */
const EARLY_PACKETS = 1_000;

export function createSentStream({
  ssrc,
  payloadType,
  clockRate,
  hasPictures,
}: SentStreamOptions): SentStream {
  let shown: Shown | null = null;
  let sequence = Math.floor(Math.random() * 0x80_00);
  let timestamp = Math.floor(Math.random() * 0x80_00_00_00);
  let sentMs: number | null = null;
  let [packets, bytes] = [0, 0];

  function takeUp(source: object, packet: RtpPacket, nowMs: number): Shown {
    const passed = sentMs === null ? 0 : Math.max(1, Math.round(((nowMs - sentMs) / 1_000) * clockRate));
    return {
      source,
      firstSequence: packet.sequence,
      sequences: sequencesBetween(packet.sequence, sequenceAfter(sequence, 1)),
      ticks: timestampAfter(timestamp, passed) - packet.timestamp,
      followed: 0,
    };
  }

  return {
    ssrc,
    follow(source, packet, nowMs) {
      if (shown?.source !== source) {
        if (hasPictures && !beginsKeyFrame(packet.payload)) return null;
        shown = takeUp(source, packet, nowMs);
      }
      const isEarly = shown.followed < EARLY_PACKETS;
      if (isEarly && sequencesBetween(shown.firstSequence, packet.sequence) < 0) return null;
      shown.followed += 1;
      const sent = {
        ...packet,
        ssrc,
        payloadType,
        sequence: sequenceAfter(packet.sequence, shown.sequences),
        timestamp: timestampAfter(packet.timestamp, shown.ticks),
      };
      if (sequencesBetween(sequence, sent.sequence) > 0) ({ sequence, timestamp } = sent);
      sentMs = nowMs;
      packets += 1;
      bytes += packet.payload.length;
      return writeRtp(sent);
    },
    needsKeyFrame: (source) => hasPictures && shown?.source !== source,
    report(source, sent) {
      if (shown?.source !== source) return null;
      const at = timestampAfter(sent.timestamp, shown.ticks);
      return writeSenderReport({ ssrc, time: sent.time, timestamp: at, packets, bytes });
    },
    isUsed: () => shown !== null,
    probe(nowMs) {
      sequence = sequenceAfter(sequence, 1);
      // Numbers of the source would meet those of the probes.
      shown = null;
      sentMs ??= nowMs;
      timestamp = timestampAfter(timestamp, Math.round(((nowMs - sentMs) / 1_000) * clockRate));
      sentMs = nowMs;
      return writePadding({ ssrc, payloadType, sequence, timestamp });
    },
  };
}
