import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  beginsKeyFrame,
  isRtcp,
  readRtp,
  type RtpPacket,
  sequenceAfter,
  sequencesBetween,
  timestampAfter,
  writePadding,
  writeRtp,
} from './rtp.ts';

const PACKET: RtpPacket = {
  payloadType: 96,
  isMarked: true,
  sequence: 65_535,
  timestamp: 0xff_ff_ff_00,
  ssrc: 0xde_ad_be_ef,
  payload: Buffer.from([1, 2, 3]),
};

test('a packet is read as it was written', () => {
  assert.deepEqual(readRtp(writeRtp(PACKET)), PACKET);
  assert.equal(isRtcp(writeRtp(PACKET)), false);
});

test('contributing sources, extensions and padding are left out', () => {
  const header = writeRtp({ ...PACKET, payload: Buffer.alloc(0) });
  header[0] = 0x80 | 0x20 | 0x10 | 2;
  const sources = Buffer.alloc(8, 0xcc);
  const extension = Buffer.from([0xbe, 0xde, 0, 1, 0x10, 0xaa, 0, 0]);
  const packet = Buffer.concat([header, sources, extension, PACKET.payload, Buffer.from([0, 2])]);
  assert.deepEqual(readRtp(packet), PACKET);
});

test('what is cut off, or no packet, is not read', () => {
  const whole = writeRtp(PACKET);
  assert.equal(readRtp(whole.subarray(0, 11)), null);
  const extended = Buffer.from(whole);
  extended[0] = 0x90;
  assert.equal(readRtp(extended), null);
  const padded = Buffer.from(whole);
  padded[0] = 0xa0;
  padded[padded.length - 1] = 200;
  assert.equal(readRtp(padded), null);
  assert.equal(readRtp(Buffer.alloc(20)), null);
});

test('a packet of padding has no payload', () => {
  const read = readRtp(writePadding({ payloadType: 96, sequence: 1, timestamp: 2, ssrc: 3 }));
  assert.deepEqual(read && { ...read, payload: read.payload.length }, {
    payloadType: 96,
    isMarked: false,
    sequence: 1,
    timestamp: 2,
    ssrc: 3,
    payload: 0,
  });
});

test('numbers go round', () => {
  assert.equal(sequencesBetween(65_535, 1), 2);
  assert.equal(sequencesBetween(1, 65_535), -2);
  assert.equal(sequenceAfter(65_535, 2), 1);
  assert.equal(sequenceAfter(1, -2), 65_535);
  assert.equal(timestampAfter(0xff_ff_ff_ff, 2), 1);
  assert.equal(timestampAfter(1, -2), 0xff_ff_ff_ff);
});

test('a picture of VP8 that stands by itself is known by its first packet', () => {
  const table: readonly (readonly [number[], boolean])[] = [
    [[0x10, 0x00], true],
    [[0x10, 0x01], false],
    // In the middle of a picture, and in its second part.
    [[0x00, 0x00], false],
    [[0x11, 0x00], false],
    // With numbers of pictures of one byte and of two, and with all fields.
    [[0x90, 0x80, 0x05, 0x00], true],
    [[0x90, 0x80, 0x85, 0x01, 0x01], false],
    [[0x90, 0xf0, 0x85, 0x01, 0x02, 0x03, 0x00], true],
    [[0x90, 0xf0], false],
    [[], false],
  ];
  for (const [payload, expected] of table) assert.equal(beginsKeyFrame(Buffer.from(payload)), expected);
});
