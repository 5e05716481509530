import { createMissingPackets } from './missing-packets.ts';
import { createReceivedStream } from './received-stream.ts';
import { type ReportBlock, writeNack } from './rtcp.ts';
import type { RtpPacket } from './rtp.ts';

/** A line on which the client sends. */
export type ReceivedLine = {
  readonly ssrc: number;
  /** @returns false when so much is missing that pictures need a new beginning */
  received(packet: RtpPacket, nowMs: number): boolean;
  /** A report of the client has come. */
  reported(middle: number, nowMs: number): void;
  report(nowMs: number): ReportBlock | null;
  /** A request for what is missing; null when nothing is. */
  repeatRequest(from: number, nowMs: number): Buffer | null;
  mayAskForKeyFrame(nowMs: number): boolean;
};

const KEY_FRAME_MS = 200;
/** Numbers in one request. */
const REPEATED_MAX = 250;

/** @param hasPictures sound is not sent again: its codec repairs single losses */
export function createReceivedLine(ssrc: number, clockRate: number, hasPictures: boolean): ReceivedLine {
  const missing = createMissingPackets();
  const stream = createReceivedStream(ssrc, clockRate);
  let askedMs = -KEY_FRAME_MS;
  return {
    ssrc,
    received(packet, nowMs) {
      stream.received(packet, nowMs);
      return !hasPictures || missing.received(packet.sequence, nowMs);
    },
    reported: (middle, nowMs) => stream.reported(middle, nowMs),
    report: (nowMs) => stream.report(nowMs),
    repeatRequest(from, nowMs) {
      const due = missing.due(nowMs);
      return due.length === 0 ? null : writeNack({ from, ssrc }, due.slice(0, REPEATED_MAX));
    },
    mayAskForKeyFrame(nowMs) {
      if (!hasPictures || nowMs - askedMs < KEY_FRAME_MS) return false;
      askedMs = nowMs;
      return true;
    },
  };
}
