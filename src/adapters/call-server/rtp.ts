/** Parts of an RTP packet (RFC 3550) that forwarding looks at. */
export type RtpPacket = {
  readonly payloadType: number;
  readonly isMarked: boolean;
  readonly sequence: number;
  readonly timestamp: number;
  readonly ssrc: number;
  /** A view of the packet, without contributing sources, extensions and padding. */
  readonly payload: Buffer;
};

const HEADER_BYTES = 12;
const VERSION = 2;
const HAS_PADDING = 0x20;
const HAS_EXTENSION = 0x10;
const SOURCES_MASK = 0x0f;
const MARKER = 0x80;

export const SEQUENCES = 0x1_00_00;
const TIMESTAMPS = 0x1_00_00_00_00;

/** RTCP and RTP share a port: RFC 5761 tells them apart by the second byte. */
export const isRtcp = (packet: Buffer): boolean => {
  const type = packet[1] ?? 0;
  return type >= 192 && type <= 223;
};

/** @returns null for what is no RTP packet, or one that is cut off */
export function readRtp(packet: Buffer): RtpPacket | null {
  if (packet.length < HEADER_BYTES) return null;
  const first = packet.readUInt8(0);
  if (first >> 6 !== VERSION) return null;
  const second = packet.readUInt8(1);
  let start = HEADER_BYTES + (first & SOURCES_MASK) * 4;
  if ((first & HAS_EXTENSION) !== 0) {
    if (start + 4 > packet.length) return null;
    start += 4 + packet.readUInt16BE(start + 2) * 4;
  }
  const padding = (first & HAS_PADDING) === 0 ? 0 : packet.readUInt8(packet.length - 1);
  const end = packet.length - padding;
  if (start > end) return null;
  return {
    payloadType: second & ~MARKER,
    isMarked: (second & MARKER) !== 0,
    sequence: packet.readUInt16BE(2),
    timestamp: packet.readUInt32BE(4),
    ssrc: packet.readUInt32BE(8),
    payload: packet.subarray(start, end),
  };
}

export function writeRtp(packet: RtpPacket): Buffer {
  const header = Buffer.allocUnsafe(HEADER_BYTES);
  writeHeader(header, packet);
  return Buffer.concat([header, packet.payload]);
}

const PADDING_BYTES = 4;

/** A packet without payload, which receivers count and nobody shows. */
export function writePadding(packet: Omit<RtpPacket, 'payload' | 'isMarked'>): Buffer {
  const written = Buffer.alloc(HEADER_BYTES + PADDING_BYTES);
  writeHeader(written, { ...packet, isMarked: false });
  written.writeUInt8((VERSION << 6) | HAS_PADDING, 0);
  written.writeUInt8(PADDING_BYTES, written.length - 1);
  return written;
}

function writeHeader(header: Buffer, packet: Omit<RtpPacket, 'payload'>): void {
  header.writeUInt8(VERSION << 6, 0);
  header.writeUInt8((packet.isMarked ? MARKER : 0) | packet.payloadType, 1);
  header.writeUInt16BE(packet.sequence, 2);
  header.writeUInt32BE(packet.timestamp, 4);
  header.writeUInt32BE(packet.ssrc, 8);
}

/** Distance from `earlier` to `later` on a circle of 65 536 numbers; negative when that is before. */
export const sequencesBetween = (earlier: number, later: number): number =>
  ((later - earlier + SEQUENCES + SEQUENCES / 2) % SEQUENCES) - SEQUENCES / 2;

export const sequenceAfter = (sequence: number, count: number): number =>
  (((sequence + count) % SEQUENCES) + SEQUENCES) % SEQUENCES;

export const timestampAfter = (timestamp: number, ticks: number): number =>
  (((timestamp + ticks) % TIMESTAMPS) + TIMESTAMPS) % TIMESTAMPS;

/** Tells whether a payload of VP8 (RFC 7741) begins a picture that needs no picture before it. */
export function beginsKeyFrame(payload: Buffer): boolean {
  const [first = 0, second = 0] = payload;
  const isStart = (first & 0x10) !== 0 && (first & 0x07) === 0;
  if (!isStart) return false;
  let at = 1;
  if ((first & 0x80) !== 0) {
    at += 1;
    if ((second & 0x80) !== 0) at += ((payload[at] ?? 0) & 0x80) === 0 ? 1 : 2;
    if ((second & 0x40) !== 0) at += 1;
    if ((second & 0x30) !== 0) at += 1;
  }
  return at < payload.length && ((payload[at] ?? 0) & 0x01) === 0;
}
