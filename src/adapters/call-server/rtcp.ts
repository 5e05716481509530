/** A part of a compound packet of RTCP (RFC 3550, RFC 4585) on which the call server acts. */
export type RtcpFact =
  /** `middle` are the middle 32 bits of the sender's time, which a report returns. */
  | {
      readonly kind: 'sent';
      readonly ssrc: number;
      readonly time: bigint;
      readonly middle: number;
      readonly timestamp: number;
    }
  | { readonly kind: 'keyFrameWanted'; readonly ssrc: number };

const SENDER_REPORT = 200;
const RECEIVER_REPORT = 201;
const TRANSPORT_FEEDBACK = 205;
const PAYLOAD_FEEDBACK = 206;
const PICTURE_LOST = 1;
const FULL_PICTURE_WANTED = 4;
const GENERIC_NACK = 1;
const APPLICATION_LAYER = 15;
const VERSION = 0x80;

export function readRtcp(packet: Buffer): RtcpFact[] {
  const facts: RtcpFact[] = [];
  let at = 0;
  while (at + 4 <= packet.length) {
    const end = at + 4 + packet.readUInt16BE(at + 2) * 4;
    if (end > packet.length) break;
    const fact = readOne(packet.subarray(at, end));
    if (fact) facts.push(fact);
    at = end;
  }
  return facts;
}

function readOne(part: Buffer): RtcpFact | null {
  const count = part.readUInt8(0) & 0x1f;
  const type = part.readUInt8(1);
  if (type === SENDER_REPORT && part.length >= 28) {
    return {
      kind: 'sent',
      ssrc: part.readUInt32BE(4),
      time: part.readBigUInt64BE(8),
      middle: part.readUInt32BE(10),
      timestamp: part.readUInt32BE(16),
    };
  }
  if (type !== PAYLOAD_FEEDBACK || part.length < 12) return null;
  if (count === PICTURE_LOST) return { kind: 'keyFrameWanted', ssrc: part.readUInt32BE(8) };
  if (count === FULL_PICTURE_WANTED && part.length >= 16) {
    return { kind: 'keyFrameWanted', ssrc: part.readUInt32BE(12) };
  }
  return null;
}

export type ReportBlock = {
  readonly ssrc: number;
  /** Of 256, since the report before. */
  readonly lostShare: number;
  readonly lost: number;
  readonly highestSequence: number;
  readonly jitter: number;
  /** `middle` of the last report of the sender, or 0. */
  readonly lastReport: number;
  /** In units of 1/65 536 seconds. */
  readonly sinceLastReport: number;
};

/** At most 31 blocks. */
export function writeReceiverReport(ssrc: number, blocks: readonly ReportBlock[]): Buffer {
  const report = Buffer.alloc(8 + blocks.length * 24);
  writeHeader(report, blocks.length, RECEIVER_REPORT);
  report.writeUInt32BE(ssrc, 4);
  for (const [index, block] of blocks.entries()) {
    const at = 8 + index * 24;
    report.writeUInt32BE(block.ssrc, at);
    report.writeUInt8(Math.min(block.lostShare, 0xff), at + 4);
    report.writeUIntBE(Math.min(Math.max(block.lost, 0), 0x7f_ff_ff), at + 5, 3);
    report.writeUInt32BE(block.highestSequence >>> 0, at + 8);
    report.writeUInt32BE(block.jitter >>> 0, at + 12);
    report.writeUInt32BE(block.lastReport, at + 16);
    report.writeUInt32BE(block.sinceLastReport >>> 0, at + 20);
  }
  return report;
}

export type SenderReport = {
  readonly ssrc: number;
  /** Seconds since 1900, times 2³². */
  readonly time: bigint;
  readonly timestamp: number;
  readonly packets: number;
  readonly bytes: number;
};

export function writeSenderReport({ ssrc, time, timestamp, packets, bytes }: SenderReport): Buffer {
  const report = Buffer.alloc(28);
  writeHeader(report, 0, SENDER_REPORT);
  report.writeUInt32BE(ssrc, 4);
  report.writeBigUInt64BE(time, 8);
  report.writeUInt32BE(timestamp, 16);
  report.writeUInt32BE(packets >>> 0, 20);
  report.writeUInt32BE(bytes >>> 0, 24);
  return report;
}

type Feedback = {
  /** Our own. */
  readonly from: number;
  readonly ssrc: number;
};

export function writePictureLost({ from, ssrc }: Feedback): Buffer {
  const feedback = Buffer.alloc(12);
  writeHeader(feedback, PICTURE_LOST, PAYLOAD_FEEDBACK);
  feedback.writeUInt32BE(from, 4);
  feedback.writeUInt32BE(ssrc, 8);
  return feedback;
}

/** Asks for packets again: each pair has a number and a mask of the 16 numbers after it. */
export function writeNack({ from, ssrc }: Feedback, sequences: readonly number[]): Buffer {
  const pairs: { first: number; mask: number }[] = [];
  for (const sequence of sequences) {
    const last = pairs.at(-1);
    const distance = last ? (sequence - last.first + 0x1_00_00) % 0x1_00_00 : 0;
    if (last && distance >= 1 && distance <= 16) last.mask |= 1 << (distance - 1);
    else pairs.push({ first: sequence, mask: 0 });
  }
  const feedback = Buffer.alloc(12 + pairs.length * 4);
  writeHeader(feedback, GENERIC_NACK, TRANSPORT_FEEDBACK);
  feedback.writeUInt32BE(from, 4);
  feedback.writeUInt32BE(ssrc, 8);
  for (const [index, { first, mask }] of pairs.entries()) {
    feedback.writeUInt16BE(first, 12 + index * 4);
    feedback.writeUInt16BE(mask, 14 + index * 4);
  }
  return feedback;
}

/** Says how many bits a second may come in all of the streams. */
export function writeBitrate(from: number, bitsPerSecond: number, ssrcs: readonly number[]): Buffer {
  const feedback = Buffer.alloc(20 + ssrcs.length * 4);
  writeHeader(feedback, APPLICATION_LAYER, PAYLOAD_FEEDBACK);
  feedback.writeUInt32BE(from, 4);
  feedback.write('REMB', 12, 'latin1');
  const exponent = Math.max(0, Math.ceil(Math.log2((bitsPerSecond + 1) / 0x4_00_00)));
  const mantissa = Math.floor(bitsPerSecond / 2 ** exponent);
  feedback.writeUInt8(ssrcs.length, 16);
  feedback.writeUIntBE((exponent << 18) | mantissa, 17, 3);
  for (const [index, ssrc] of ssrcs.entries()) feedback.writeUInt32BE(ssrc, 20 + index * 4);
  return feedback;
}

function writeHeader(part: Buffer, count: number, type: number): void {
  part.writeUInt8(VERSION | count, 0);
  part.writeUInt8(type, 1);
  part.writeUInt16BE(part.length / 4 - 1, 2);
}
