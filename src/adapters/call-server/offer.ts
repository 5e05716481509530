import { CallServerError } from '#ports/call-server.ts';

/** Parts of an offer that the call server takes over: all else is left out of the description that reaches native code. */
export type Offer = {
  readonly slots: number;
  readonly iceUser: string;
  readonly icePassword: string;
  readonly fingerprint: string;
  readonly lines: readonly OfferedLine[];
};

export type OfferedLine = {
  readonly mid: string;
  readonly kind: 'audio' | 'video';
  /** `sends`: from the client to the server. */
  readonly direction: 'sends' | 'receives';
  /** Payload type of Opus or VP8. */
  readonly payloadType: number;
  /** The source with which the client sends; null on a line on which it receives. */
  readonly ssrc: number | null;
};

const OFFER_BYTES_MAX = 96 * 1_024;
const LINES_MAX = 40;
const SENT_KINDS = ['audio', 'video', 'video'] as const;

/** Microphone, camera and screen; then sound and picture of each slot; then the shared screen. */
const lineCount = (slots: number): number => SENT_KINDS.length + 2 * slots + 1;

/** A place of which a client has a line that receives. */
export type Place = { readonly name: 'audio' | 'video'; readonly slot: number } | { readonly name: 'screen' };

/** The line of a place in an offer with a number of slots; null when it has no such slot. */
export function lineAt(place: Place, slots: number): number | null {
  if (place.name === 'screen') return lineCount(slots) - 1;
  if (place.slot >= slots) return null;
  return SENT_KINDS.length + 2 * place.slot + (place.name === 'audio' ? 0 : 1);
}

/** @throws CallServerError REFUSED; the message says which rule is broken, and repeats nothing of the offer */
export function readOffer(sdp: string, slots: number): Offer {
  if (Buffer.byteLength(sdp) > OFFER_BYTES_MAX) throw refused('Send an offer of at most 96 KiB.');
  const [session = [], ...sections] = sectionsOf(sdp);
  if (sections.length > LINES_MAX) throw refused(`Offer at most ${LINES_MAX} lines.`);
  const expected = lineCount(slots);
  if (sections.length !== expected) throw refused(`Offer ${expected} lines for a call with ${slots} slots.`);
  const lines = sections.map((section, index) => lineOf(section, expectedLine(index, expected)));
  if (new Set(lines.map(({ mid }) => mid)).size < lines.length) throw refused('Give each line its own mid.');
  const ssrcs = lines.flatMap(({ ssrc }) => ssrc ?? []);
  if (new Set(ssrcs).size < ssrcs.length) throw refused('Give each line its own source.');
  // Bundled lines share one transport, which the first one describes.
  const transport = [...session, ...(sections[0] ?? [])];
  return {
    slots,
    iceUser: needed(transport, /^a=ice-ufrag:([\w+/]{4,256})$/, 'an ICE user'),
    icePassword: needed(transport, /^a=ice-pwd:([\w+/]{22,256})$/, 'an ICE password'),
    fingerprint: needed(
      transport,
      /^a=fingerprint:sha-256 ((?:[\dA-F]{2}:){31}[\dA-F]{2})$/i,
      'a fingerprint by SHA-256',
    ),
    lines,
  };
}

const refused = (message: string): CallServerError => new CallServerError('REFUSED', message);

function sectionsOf(sdp: string): string[][] {
  const sections: string[][] = [[]];
  for (const line of sdp.split(/\r?\n/)) {
    if (line.startsWith('m=')) sections.push([]);
    sections.at(-1)?.push(line);
  }
  return sections;
}

function needed(lines: readonly string[], pattern: RegExp, what: string): string {
  const found = lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined);
  if (found === undefined) throw refused(`Send an offer with ${what}.`);
  return found;
}

type ExpectedLine = Pick<OfferedLine, 'kind' | 'direction'>;

function expectedLine(index: number, count: number): ExpectedLine {
  const sent = SENT_KINDS[index];
  if (sent) return { kind: sent, direction: 'sends' };
  const isSound = index < count - 1 && (index - SENT_KINDS.length) % 2 === 0;
  return { kind: isSound ? 'audio' : 'video', direction: 'receives' };
}

function lineOf(section: readonly string[], { kind, direction }: ExpectedLine): OfferedLine {
  const isOfKind = section[0]?.startsWith(`m=${kind} `) ?? false;
  const attribute = direction === 'sends' ? 'a=sendonly' : 'a=recvonly';
  if (!isOfKind || !section.includes(attribute)) {
    throw refused(
      'Offer three lines that send: sound and two pictures; then a sound and a picture for each slot and one more picture, which receive.',
    );
  }
  return {
    mid: needed(section, /^a=mid:([\w-]{1,16})$/, 'a mid on each line'),
    kind,
    direction,
    payloadType: payloadTypeOf(section, kind),
    ssrc: direction === 'sends' ? ssrcOf(section) : null,
  };
}

const CODECS = { audio: /^a=rtpmap:(\d{1,3}) opus\/48000\/2$/i, video: /^a=rtpmap:(\d{1,3}) VP8\/90000$/i };

function payloadTypeOf(section: readonly string[], kind: OfferedLine['kind']): number {
  const found = section.flatMap((line) => CODECS[kind].exec(line)?.[1] ?? []).map(Number);
  const usable = found.find((type) => (type >= 35 && type <= 63) || (type >= 96 && type <= 127));
  if (usable === undefined) {
    throw refused(`Offer ${kind === 'audio' ? 'Opus' : 'VP8'} on each line of its kind.`);
  }
  return usable;
}

/** The first source of a line is that of the stream itself; the second one would repeat lost packets. */
function ssrcOf(section: readonly string[]): number {
  const ssrc = Number(needed(section, /^a=ssrc:(\d{1,10}) /, 'a source on each line that sends'));
  if (ssrc === 0 || ssrc > 0xff_ff_ff_ff) throw refused('Offer sources of 32 bits.');
  return ssrc;
}

export const OPUS_FORMAT = 'minptime=10;useinbandfec=1;usedtx=1';

/** A description with nothing in it that the reader of the offer did not check. Candidates are learned from what the client sends. */
export function writeOffer({ iceUser, icePassword, fingerprint, lines }: Offer): string {
  const session = [
    'v=0',
    'o=- 1 1 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    `a=group:BUNDLE ${lines.map(({ mid }) => mid).join(' ')}`,
    'a=msid-semantic: WMS *',
    `a=ice-ufrag:${iceUser}`,
    `a=ice-pwd:${icePassword}`,
    'a=ice-options:trickle',
    `a=fingerprint:sha-256 ${fingerprint.toUpperCase()}`,
    'a=setup:actpass',
  ];
  return [...session, ...lines.flatMap(linesOf), ''].join('\r\n');
}

function linesOf({ mid, kind, direction, payloadType, ssrc }: OfferedLine): string[] {
  const codec =
    kind === 'audio'
      ? [`a=rtpmap:${payloadType} opus/48000/2`, `a=fmtp:${payloadType} ${OPUS_FORMAT}`]
      : [
          `a=rtpmap:${payloadType} VP8/90000`,
          ...['goog-remb', 'ccm fir', 'nack', 'nack pli'].map((type) => `a=rtcp-fb:${payloadType} ${type}`),
        ];
  return [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF ${payloadType}`,
    'c=IN IP4 0.0.0.0',
    `a=mid:${mid}`,
    direction === 'sends' ? 'a=sendonly' : 'a=recvonly',
    'a=rtcp-mux',
    ...codec,
    ...(ssrc === null ? [] : [`a=ssrc:${ssrc} cname:client`]),
  ];
}

/** Puts the announced address, if there is one, in place of those at which the server listens. */
export function announced(answer: string, address: string | null): string {
  if (address === null) return answer;
  const seen = new Set<string>();
  return answer
    .split('\r\n')
    .map((line) => line.replace(/^(a=candidate:\S+ \d+ UDP \d+) \S+ (\d+ typ host.*)$/i, `$1 ${address} $2`))
    .filter((line) => {
      // Several addresses of the machine become one.
      const [, port] = /^a=candidate:\S+ \d+ UDP \d+ (\S+ \d+) typ host/i.exec(line) ?? [];
      if (port === undefined) return true;
      if (seen.has(port)) return false;
      seen.add(port);
      return true;
    })
    .join('\r\n');
}
