import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { CallServerError } from '#ports/call-server.ts';
import { announced, readOffer, writeOffer } from './offer.ts';

const SLOTS = 1;
const FINGERPRINT = Array.from({ length: 32 }, () => 'AB').join(':');
const KINDS = ['audio', 'video', 'video', 'audio', 'video', 'video'] as const;

/** As browsers write it, with much that is not taken over. */
function offerOf(change: (line: string, index: number) => string | null = (line) => line): string {
  const session = [
    'v=0',
    'o=- 4611731400430051336 2 IN IP4 127.0.0.1',
    's=-',
    't=0 0',
    'a=group:BUNDLE 0 1 2 3 4 5',
    'a=extmap-allow-mixed',
  ];
  const lines = KINDS.flatMap((kind, index) => [
    `m=${kind} 9 UDP/TLS/RTP/SAVPF 111 96 97`,
    'c=IN IP4 0.0.0.0',
    'a=candidate:1 1 udp 2113937151 192.168.0.7 40000 typ host',
    'a=ice-ufrag:abcd',
    'a=ice-pwd:0123456789abcdefghijkl',
    `a=fingerprint:sha-256 ${FINGERPRINT}`,
    'a=setup:actpass',
    `a=mid:${index}`,
    'a=extmap:1 urn:ietf:params:rtp-hdrext:sdes:mid',
    index < 3 ? 'a=sendonly' : 'a=recvonly',
    kind === 'audio' ? 'a=rtpmap:111 opus/48000/2' : 'a=rtpmap:96 VP8/90000',
    'a=rtpmap:97 rtx/90000',
    ...(index < 3
      ? [
          `a=ssrc-group:FID ${index + 7} ${index + 70}`,
          `a=ssrc:${index + 7} cname:x`,
          `a=ssrc:${index + 70} cname:x`,
        ]
      : []),
  ]);
  const changed = [...session, ...lines].flatMap((line, index) => change(line, index) ?? []);
  return `${changed.join('\r\n')}\r\n`;
}

const refusal = (sdp: string, slots = SLOTS): string => {
  try {
    readOffer(sdp, slots);
    return 'taken';
  } catch (error) {
    assert.ok(error instanceof CallServerError && error.code === 'REFUSED');
    return error.message;
  }
};

test('an offer is read line by line, and written without what was not read', () => {
  const offer = readOffer(offerOf(), SLOTS);
  assert.equal(offer.lines.length, 6);
  assert.deepEqual(offer.lines[1], {
    mid: '1',
    kind: 'video',
    direction: 'sends',
    payloadType: 96,
    ssrc: 8,
  });
  assert.deepEqual(offer.lines[3], {
    mid: '3',
    kind: 'audio',
    direction: 'receives',
    payloadType: 111,
    ssrc: null,
  });
  const written = writeOffer(offer);
  assert.deepEqual(readOffer(written, SLOTS), offer);
  for (const left of ['candidate', 'extmap', 'rtx', '192.168', 'cname:x']) {
    assert.ok(!written.includes(left), left);
  }
});

test('an offer that lacks something, or has it twice, is refused with a rule and without a word of its own', () => {
  const without = (start: string): string => offerOf((line) => (line.startsWith(start) ? null : line));
  const rule =
    'Offer three lines that send: sound and two pictures; then a sound and a picture for each slot and one more picture, which receive.';
  const table: readonly (readonly [string, string])[] = [
    [without('a=ice-ufrag'), 'Send an offer with an ICE user.'],
    [without('a=ice-pwd'), 'Send an offer with an ICE password.'],
    [without('a=fingerprint'), 'Send an offer with a fingerprint by SHA-256.'],
    [without('a=mid'), 'Send an offer with a mid on each line.'],
    [without('a=ssrc:'), 'Send an offer with a source on each line that sends.'],
    [without('a=rtpmap:111'), 'Offer Opus on each line of its kind.'],
    [without('a=rtpmap:96'), 'Offer VP8 on each line of its kind.'],
    [without('a=sendonly'), rule],
    [offerOf((line) => (line === 'a=recvonly' ? 'a=sendonly' : line)), rule],
    [offerOf((line) => line.replace(/^m=audio/, 'm=application')), rule],
    [offerOf((line) => line.replace(/^a=mid:\d/, 'a=mid:0')), 'Give each line its own mid.'],
    [offerOf((line) => line.replace(/^a=ssrc:8 /, 'a=ssrc:7 ')), 'Give each line its own source.'],
    [offerOf((line) => line.replace(/^a=ssrc:8 /, 'a=ssrc:9999999999 ')), 'Offer sources of 32 bits.'],
    [
      offerOf((line) => line.replace(/^a=mid:0/, 'a=mid:0\u0000evil')),
      'Send an offer with a mid on each line.',
    ],
    [`${offerOf()}${'m=audio 9 X 1\r\n'.repeat(40)}`, 'Offer at most 40 lines.'],
    [offerOf(), 'taken'],
  ];
  for (const [sdp, message] of table) assert.equal(refusal(sdp), message);
  assert.equal(refusal(offerOf(), 2), 'Offer 8 lines for a call with 2 slots.');
  assert.equal(refusal('x'.repeat(96 * 1_024 + 1)), 'Send an offer of at most 96 KiB.');
});

const WRITTEN = [
  /^(?:v=0|o=- 1 1 IN IP4 127\.0\.0\.1|s=-|t=0 0|c=IN IP4 0\.0\.0\.0|)$/,
  /^m=(?:audio|video) 9 UDP\/TLS\/RTP\/SAVPF \d{2,3}$/,
  /^a=(?:sendonly|recvonly|rtcp-mux|setup:actpass|ice-options:trickle|msid-semantic: WMS \*)$/,
  /^a=group:BUNDLE(?: [\w-]{1,16}){6}$/,
  /^a=ice-(?:ufrag|pwd):[\w+/]{4,256}$/,
  /^a=fingerprint:sha-256 [\dA-F:]{95}$/,
  /^a=mid:[\w-]{1,16}$/,
  /^a=rtpmap:\d{2,3} (?:opus\/48000\/2|VP8\/90000)$/,
  /^a=fmtp:\d{2,3} minptime=10;useinbandfec=1;usedtx=1$/,
  /^a=rtcp-fb:\d{2,3} (?:goog-remb|ccm fir|nack|nack pli)$/,
  /^a=ssrc:\d{1,10} cname:client$/,
];

test('whatever an offer has become, it is refused, or written in lines of known forms alone', () => {
  const lines = offerOf().split('\r\n');
  const change = fc.record({
    at: fc.nat(lines.length - 1),
    how: fc.constantFrom('drop', 'repeat', 'cut', 'insert'),
    text: fc.oneof(fc.string({ unit: 'binary', maxLength: 20 }), fc.constantFrom(...lines)),
  });
  fc.assert(
    fc.property(fc.array(change, { maxLength: 4 }), (changes) => {
      const changed = [...lines];
      for (const { at, how, text } of changes) {
        const line = changed[at] ?? '';
        const next = {
          drop: [],
          repeat: [line, line],
          cut: [line.slice(0, text.length)],
          insert: [line + text],
        };
        changed.splice(at, 1, ...next[how]);
      }
      const sdp = changed.join('\r\n');
      if (refusal(sdp) !== 'taken') return;
      for (const line of writeOffer(readOffer(sdp, SLOTS)).split('\r\n')) {
        assert.ok(
          WRITTEN.some((form) => form.test(line)),
          JSON.stringify(line),
        );
      }
    }),
    { numRuns: 2_000 },
  );
});

test('an announced address stands once in place of all of the machine', () => {
  const answer = [
    'v=0',
    'a=candidate:1 1 UDP 2122317823 10.0.0.7 41000 typ host',
    'a=candidate:2 1 UDP 2122317567 10.0.0.8 41000 typ host',
    'a=end-of-candidates',
  ].join('\r\n');
  assert.equal(announced(answer, null), answer);
  assert.equal(
    announced(answer, '203.0.113.7'),
    ['v=0', 'a=candidate:1 1 UDP 2122317823 203.0.113.7 41000 typ host', 'a=end-of-candidates'].join('\r\n'),
  );
});
