import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMissingPackets } from './missing-packets.ts';
import { createReceivedStream } from './received-stream.ts';
import { readRtcp, writeBitrate, writeNack, writePictureLost, writeSenderReport } from './rtcp.ts';
import { readRtp, type RtpPacket } from './rtp.ts';
import { createSentStream } from './sent-stream.ts';

const KEY_FRAME = Buffer.from([0x10, 0x00]);
const PART = Buffer.from([0x10, 0x01]);
const packet = (sequence: number, timestamp: number, payload = KEY_FRAME): RtpPacket => ({
  payloadType: 100,
  isMarked: false,
  sequence,
  timestamp,
  ssrc: 5,
  payload,
});

function streamOf(hasPictures = true) {
  const stream = createSentStream({ ssrc: 9, payloadType: 96, clockRate: 90_000, hasPictures });
  const [ada, ben] = [{}, {}];
  const follow = (source: object, given: RtpPacket, nowMs: number) => {
    const sent = stream.follow(source, given, nowMs);
    return sent && readRtp(sent);
  };
  return { stream, ada, ben, follow };
}

test('one source follows another with numbers and times that go on', () => {
  const { ada, ben, follow } = streamOf();
  const first = follow(ada, packet(65_535, 1_000), 0);
  const second = follow(ada, packet(0, 4_000, PART), 33);
  assert.ok(first && second);
  assert.deepEqual([second.ssrc, second.payloadType], [9, 96]);
  assert.equal((second.sequence - first.sequence + 0x1_00_00) % 0x1_00_00, 1);
  assert.equal(second.timestamp - first.timestamp, 3_000);
  const third = follow(ben, packet(777, 123_456), 1_033);
  assert.ok(third);
  assert.equal((third.sequence - second.sequence + 0x1_00_00) % 0x1_00_00, 1);
  assert.equal(third.timestamp - second.timestamp, 90_000);
});

test('a source is taken up with a picture that stands by itself, and not with what came before it', () => {
  const { stream, ada, ben, follow } = streamOf();
  assert.equal(follow(ada, packet(10, 0, PART), 0), null);
  assert.equal(stream.needsKeyFrame(ada), true);
  assert.ok(follow(ada, packet(11, 0), 0));
  assert.equal(stream.needsKeyFrame(ada), false);
  assert.equal(follow(ada, packet(10, 0, PART), 1), null);
  assert.equal(follow(ben, packet(50, 0, PART), 2), null);
  assert.ok(follow(ada, packet(12, 3_000, PART), 3));
});

test('a sound is taken up at once', () => {
  const { ada, follow } = streamOf(false);
  assert.ok(follow(ada, packet(10, 0, PART), 0));
});

test('late packets keep their place, and numbers of a long stream go round', () => {
  const { ada, follow } = streamOf();
  const first = follow(ada, packet(100, 0), 0);
  const third = follow(ada, packet(102, 0, PART), 0);
  const second = follow(ada, packet(101, 0, PART), 0);
  assert.ok(first && second && third);
  assert.deepEqual(
    [second, third].map(({ sequence }) => (sequence - first.sequence + 0x1_00_00) % 0x1_00_00),
    [1, 2],
  );
  for (let number = 103; number < 70_000; number += 1) {
    assert.ok(follow(ada, packet(number % 0x1_00_00, 0, PART), 0), String(number));
  }
});

test('a probe takes the next number, and the source after it begins anew', () => {
  const { stream, ada, follow } = streamOf();
  const first = follow(ada, packet(100, 0), 0);
  const probe = readRtp(stream.probe(1_000));
  assert.ok(first && probe);
  assert.equal((probe.sequence - first.sequence + 0x1_00_00) % 0x1_00_00, 1);
  assert.equal(probe.payload.length, 0);
  assert.equal(follow(ada, packet(101, 0, PART), 1_001), null);
  const next = follow(ada, packet(102, 0), 1_001);
  assert.equal(((next?.sequence ?? 0) - probe.sequence + 0x1_00_00) % 0x1_00_00, 1);
});

test('the time of a source is told in terms of the line that shows it', () => {
  const { stream, ada, ben, follow } = streamOf();
  const first = follow(ada, packet(1, 1_000), 0);
  const sent = { time: 7n, timestamp: 1_900 };
  assert.equal(stream.report(ben, sent), null);
  const report = stream.report(ada, sent);
  assert.ok(report && first);
  assert.deepEqual(readRtcp(report), [
    { kind: 'sent', ssrc: 9, time: 7n, middle: 0, timestamp: (first.timestamp + 900) % 0x1_00_00_00_00 },
  ]);
});

test('missing packets are asked for at once and every 40 ms, five times, until they come', () => {
  const missing = createMissingPackets();
  assert.equal(missing.received(65_534, 0), true);
  assert.equal(missing.received(1, 0), true);
  assert.deepEqual(missing.due(0), [65_535, 0]);
  assert.deepEqual(missing.due(39), []);
  missing.received(65_535, 39);
  const asked = [40, 80, 120, 160, 200, 240].map((nowMs) => missing.due(nowMs));
  assert.deepEqual(asked, [[0], [0], [0], [0], [], []]);
});

test('a gap that is too long is not filled', () => {
  const missing = createMissingPackets();
  missing.received(1, 0);
  assert.equal(missing.received(1_000, 0), false);
  assert.deepEqual(missing.due(0), []);
});

test('a stream that comes in is reported with what was lost', () => {
  const stream = createReceivedStream(5, 90_000);
  assert.equal(stream.report(0), null);
  for (const sequence of [65_534, 65_535, 1, 2]) stream.received(packet(sequence, 0), 0);
  stream.reported(77, 1_000);
  assert.deepEqual(stream.report(2_000), {
    ssrc: 5,
    lostShare: 51,
    lost: 1,
    highestSequence: 0x1_00_02,
    jitter: 0,
    lastReport: 77,
    sinceLastReport: 65_536,
  });
  assert.equal(stream.report(2_000)?.lostShare, 0);
});

test('control messages are written as RFC 4585 has them', () => {
  assert.equal(writePictureLost({ from: 1, ssrc: 2 }).toString('hex'), '81ce00020000000100000002');
  assert.equal(
    writeNack({ from: 1, ssrc: 2 }, [65_535, 0, 15, 16]).toString('hex'),
    '81cd0004' + '00000001' + '00000002' + 'ffff8001' + '00100000',
  );
  assert.equal(
    writeBitrate(1, 2_000_000, [3]).toString('hex'),
    '8fce0005' + '00000001' + '00000000' + '52454d42' + '010fd090' + '00000003',
  );
});

test('requests for pictures and reports are read out of a compound message, and what is cut off is not', () => {
  const fir = Buffer.from('84ce0004000000010000000000000007' + '01000000', 'hex');
  const compound = Buffer.concat([
    writeSenderReport({ ssrc: 4, time: 0x1_00_02_00_03_00_04n, timestamp: 8, packets: 0, bytes: 0 }),
    writePictureLost({ from: 1, ssrc: 6 }),
    fir,
  ]);
  assert.deepEqual(readRtcp(compound), [
    { kind: 'sent', ssrc: 4, time: 0x1_00_02_00_03_00_04n, middle: 0x00_02_00_03, timestamp: 8 },
    { kind: 'keyFrameWanted', ssrc: 6 },
    { kind: 'keyFrameWanted', ssrc: 7 },
  ]);
  assert.deepEqual(readRtcp(compound.subarray(0, 30)).length, 1);
  assert.deepEqual(readRtcp(Buffer.from([0x80, 200, 0xff, 0xff])), []);
});
