import type { BusSignal } from '#ports/live-bus.ts';

/** Content of one message. */
export type Packet = { readonly sender: string; readonly signals: readonly BusSignal[] };

let packets = 0;

/** Packs many signals into few messages of at most `payloadBytesMax`, in order. Large ephemeral signals are split by recipients. */
export function packSignals(
  sender: string,
  signals: readonly BusSignal[],
  payloadBytesMax: number,
): { payloads: string[]; unsendable: number } {
  const bytesMax = payloadBytesMax - envelopeBytes(sender);
  const { pieces, unsendable } = splitAll(signals, bytesMax);
  const payloads: string[] = [];
  let texts: string[] = [];
  let bytes = 0;
  const flush = (): void => {
    if (texts.length > 0) payloads.push(envelope(sender, texts.join(',')));
    texts = [];
    bytes = 0;
  };
  for (const piece of pieces) {
    if (bytes + piece.bytes + 1 > bytesMax) flush();
    texts.push(piece.text);
    bytes += piece.bytes + 1;
  }
  flush();
  return { payloads, unsendable };
}

/** The number makes each packet unique: PostgreSQL drops equal notifications within one transaction. */
function envelope(sender: string, signals: string): string {
  packets += 1;
  return `{"sender":${JSON.stringify(sender)},"number":${packets},"signals":[${signals}]}`;
}

/** A packet with one log signal, with `%` in place of the position; that makes it unique. */
export const logNoticeText = (sender: string): string =>
  `{"sender":${JSON.stringify(sender)},"signals":[{"kind":"log","position":%}]}`;

const NUMBER_DIGITS_MAX = 16;
const envelopeBytes = (sender: string): number =>
  Buffer.byteLength(`{"sender":${JSON.stringify(sender)},"number":,"signals":[]}`) + NUMBER_DIGITS_MAX;

type Piece = { readonly text: string; readonly bytes: number };

function splitAll(
  signals: readonly BusSignal[],
  bytesMax: number,
): { pieces: readonly Piece[]; unsendable: number } {
  const pieces: Piece[] = [];
  let unsendable = 0;
  const rest = signals.toReversed();
  for (let signal = rest.pop(); signal; signal = rest.pop()) {
    const text = JSON.stringify(signal);
    const bytes = Buffer.byteLength(text);
    if (bytes < bytesMax) pieces.push({ text, bytes });
    else if (signal.kind === 'ephemeral' && signal.userIds.length > 1) rest.push(...halvesOf(signal));
    else unsendable += 1;
  }
  return { pieces, unsendable };
}

type EphemeralSignal = Extract<BusSignal, { kind: 'ephemeral' }>;

/** The first half is pushed last, since the next one is popped from there. */
function halvesOf(signal: EphemeralSignal): [EphemeralSignal, EphemeralSignal] {
  const middle = Math.ceil(signal.userIds.length / 2);
  return [
    { ...signal, userIds: signal.userIds.slice(middle) },
    { ...signal, userIds: signal.userIds.slice(0, middle) },
  ];
}

/** Null for an invalid packet: any client of the server can publish. */
export function unpackSignals(payload: string): Packet | null {
  try {
    const packet: unknown = JSON.parse(payload);
    if (typeof packet !== 'object' || packet === null) return null;
    if (!('sender' in packet) || typeof packet.sender !== 'string') return null;
    if (!('signals' in packet) || !Array.isArray(packet.signals)) return null;
    const signals: readonly unknown[] = packet.signals;
    return signals.every(isSignal) ? { sender: packet.sender, signals } : null;
  } catch {
    // The payload is not JSON.
    return null;
  }
}

function isSignal(value: unknown): value is BusSignal {
  if (typeof value !== 'object' || value === null || !('kind' in value)) return false;
  if (value.kind === 'log') return 'position' in value && typeof value.position === 'number';
  return (
    value.kind === 'ephemeral' &&
    ['eventId', 'name', 'occurredAt'].every((name) => typeof Reflect.get(value, name) === 'string') &&
    'userIds' in value &&
    Array.isArray(value.userIds) &&
    value.userIds.every((userId) => typeof userId === 'string') &&
    'topic' in value &&
    (value.topic === null || typeof value.topic === 'string') &&
    'payload' in value &&
    typeof value.payload === 'object' &&
    value.payload !== null
  );
}
