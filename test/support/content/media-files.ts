import { execFile, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { promisify } from 'node:util';
import { crc32, deflateSync } from 'node:zlib';
import {
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacket,
  EncodedVideoPacketSource,
  type MetadataTags,
  Mp4OutputFormat,
  Output,
  type OutputFormat,
  WebMOutputFormat,
} from 'mediabunny';
import sharp, { type Sharp } from 'sharp';

export const noise = (width: number, height: number): Sharp =>
  sharp(randomBytes(width * height * 3), { raw: { width, height, channels: 3 } });

export const smallPicture = (): Promise<Buffer> => noise(40, 30).png().toBuffer();

/** HEIC of 300 by 400 pixels: blue above and red below, as turned by the file itself. */
export const HEIC = Buffer.from(
  'AAAAGGZ0eXBoZWljAAAAAG1pZjFoZWljAAABN21ldGEAAAAAAAAAIWhkbHIAAAAAAAAAAHBpY3QAAAAAAAAAAAAAAAAAAAAADnBp' +
    'dG0AAAAAAAEAAAAeaWxvYwAAAABEAAABAAEAAAABAAABVwAAAFoAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAA' +
    'ALtpcHJwAAAAnWlwY28AAAB4aHZjQwEBYAAAAJAAAAAAADzwAPz9+PgAAA8DoAABABhAAQwB//8BYAAAAwCQAAADAAADADyVmAmh' +
    'AAEAK0IBAQFgAAADAJAAAAMAAAMAPKAMiATH3llZpJMrwFoCAAADAAIAAAMAMhCiAAEAB0QBwXK0YkAAAAAUaXNwZQAAAAAAAAGQ' +
    'AAABLAAAAAlpcm90AQAAABZpcG1hAAAAAAAAAAEAAQOBAoMAAABibWRhdAAAAFYoAa8dKaYogeD30LP/7Sufs/BcUaTGjEg0pyOP' +
    'pr5//bWrJo+lkl5mFHKwIBwkTKyoHFQBbCPLCAADZpMIkkiu9AAHrIcAAD0IAA9oAAADAAaFAAAw4A==',
  'base64',
);

/** Parameters of the decoder and the frame of a green square with this edge, as libx265 wrote them. */
const TILE_EDGE = 1_000;
const TILE_DECODER = Buffer.from(
  'AAAAdWh2Y0MBBAgAAACfqAAAAAB48AD8/fj4AAAPA6AAAQAXQAEMAf//BAgAAAMAn6gAAAMAAHi6AkChAAEAKUIBAQQIAAADAJ+oAAAD' +
    'AAB4oAfSAPpZbqSTK8BaAgAAAwACAAADADIQogABAAdEAcFysGJA',
  'base64',
);
const TILE = Buffer.from(
  'AAAAF0ABDAH//wQIAAADAJ+oAAADAAB4ugJAAAAAKUIBAQQIAAADAJ+oAAADAAB4oAfSAPpZbqSTK8BaAgAAAwACAAADADIQAAAAB0QB' +
    'wXKwYkAAAAFlKAGvcIGnXVUTSRRRQQQQQQjrAgH/7dH/9mSP9DdUVGEe5JbuAOgDOBUhqAAAAwAAAwAAAwBUADbgpb0VkBbgrxOAAAAD' +
    'AAADAAADAACSAGtAkwM0ZQAAAwAAAwAAAwAAAwAAZgB5QIcAAAMAAAMAAAMAAAMAAAMAFiARMAAAAwAAAwAAAwAAAwAAAwAWwB5QAAAD' +
    'AAADAAADAAADAAADA4QDygAAAwAAAwAAAwAAAwAAF0AeUAAAAwAAAwAAAwAAAwAAWAB5QAAAAwAAAwAAAwAAAwAA3QDdgAAAAwAAAwAA' +
    'AwAAAwABTgGZAAADAAADAAADAAADAAK8AiYAAAMAAAMAAAMAAAMAA1QDygAAAwAAAwAAAwAAAwAEwAZkAAADAAADAAADAAADAAaAB5QA' +
    'AAMAAAMAAAMAAAMACZAImBVgAAADAAADAAADAAADAAADAAADAAADAAADAAADAAADAAADAAXs',
  'base64',
);

/** HEIC of a grid of tiles, as phones write it: some kilobytes for any number of megapixels. */
export function heicOfTiles(columns: number, rows: number): Buffer {
  const tileIds = Array.from({ length: columns * rows }, (_, index) => index + 1);
  const gridId = tileIds.length + 1;
  const boxIn = (type: string): Buffer => {
    const at = HEIC.indexOf(type) - 4;
    return HEIC.subarray(at, at + HEIC.readUInt32BE(at));
  };
  const [width, height] = [columns * TILE_EDGE, rows * TILE_EDGE];
  const grid = Buffer.concat([Buffer.of(0, 0, rows - 1, columns - 1), u16(width), u16(height)]);
  const ispe = (wide: number, high: number): Buffer => fullBox('ispe', [u32(wide), u32(high)]);
  const entry = (id: number, type: string): Buffer =>
    fullBox('infe', [u16(id), u16(0), Buffer.from(`${type}\0`)], 2);
  const location = (id: number, start: number, { length }: Buffer): Buffer =>
    Buffer.concat([u16(id), u16(0), u16(1), u32(start), u32(length)]);
  const metaOf = (start: number): Buffer =>
    fullBox('meta', [
      boxIn('hdlr'),
      fullBox('pitm', [u16(gridId)]),
      fullBox('iloc', [
        Buffer.of(0x44, 0),
        u16(gridId),
        ...tileIds.map((id) => location(id, start, TILE)),
        location(gridId, start + TILE.length, grid),
      ]),
      fullBox('iinf', [u16(gridId), ...tileIds.map((id) => entry(id, 'hvc1')), entry(gridId, 'grid')]),
      fullBox('iref', [box('dimg', [u16(gridId), u16(tileIds.length), ...tileIds.map(u16)])]),
      box('iprp', [
        box('ipco', [TILE_DECODER, ispe(TILE_EDGE, TILE_EDGE), ispe(width, height)]),
        fullBox('ipma', [
          u32(gridId),
          ...tileIds.map((id) => Buffer.concat([u16(id), Buffer.of(2, 0x81, 2)])),
          Buffer.concat([u16(gridId), Buffer.of(1, 3)]),
        ]),
      ]),
    ]);
  const head = boxIn('ftyp');
  const start = head.length + metaOf(0).length + 8;
  return Buffer.concat([head, metaOf(start), box('mdat', [TILE, grid])]);
}

function u16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeUInt16BE(value);
  return bytes;
}

function u32(value: number): Buffer {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
}

const box = (type: string, parts: readonly Buffer[]): Buffer => {
  const body = Buffer.concat([Buffer.from(type), ...parts]);
  return Buffer.concat([u32(body.length + 4), body]);
};

const fullBox = (type: string, parts: readonly Buffer[], version = 0): Buffer =>
  box(type, [Buffer.of(version, 0, 0, 0), ...parts]);

/** A black PNG with one bit per pixel, which packs a thousand to one. */
export function pngBomb(width: number, height: number): Buffer {
  const pixels = Buffer.alloc((Math.ceil(width / 8) + 1) * height);
  return png(width, height, deflateSync(pixels));
}

/** A PNG of one bit per pixel with the given bytes as its pixels. */
export function png(width: number, height: number, packedPixels: Buffer): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header[8] = 1;
  const signature = Buffer.from('89504e470d0a1a0a', 'hex');
  const end = Buffer.alloc(0);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', packedPixels), chunk('IEND', end)]);
}

/** A PNG of one bit per pixel with two frames: a white one, then a black one. */
export function animatedPng(width: number, height: number): Buffer {
  const packed = (byte: number): Buffer => {
    const row = Buffer.concat([Buffer.of(0), Buffer.alloc(Math.ceil(width / 8), byte)]);
    return deflateSync(Buffer.concat(Array.from({ length: height }, () => row)));
  };
  const still = png(width, height, packed(0xff));
  const control = (number: number): Buffer => {
    const place = [u32(number), u32(width), u32(height), u32(0), u32(0)];
    return chunk('fcTL', Buffer.concat([...place, u16(1), u16(10), Buffer.of(0, 0)]));
  };
  const [data, end] = [still.indexOf('IDAT') - 4, still.indexOf('IEND') - 4];
  return Buffer.concat([
    still.subarray(0, data),
    chunk('acTL', Buffer.concat([u32(2), u32(0)])),
    control(0),
    still.subarray(data, end),
    control(1),
    chunk('fdAT', Buffer.concat([u32(2), packed(0)])),
    still.subarray(end),
  ]);
}

function chunk(type: string, content: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type), content]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(content.length);
  checksum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, checksum]);
}

/** Audio of 8 kHz in one channel; `amplitudeAt` returns the amplitude, from 0 to 1, at a time. */
export function wav(durationMs: number, amplitudeAt: (ms: number) => number): Buffer {
  const samples = durationMs * 8;
  const content = Buffer.alloc(44 + samples * 2);
  content.write('RIFF', 0);
  content.writeUInt32LE(36 + samples * 2, 4);
  content.write('WAVEfmt ', 8);
  content.writeUInt32LE(16, 16);
  content.writeUInt16LE(1, 20);
  content.writeUInt16LE(1, 22);
  content.writeUInt32LE(8_000, 24);
  content.writeUInt32LE(16_000, 28);
  content.writeUInt16LE(2, 32);
  content.writeUInt16LE(16, 34);
  content.write('data', 36);
  content.writeUInt32LE(samples * 2, 40);
  for (let index = 0; index < samples; index += 1) {
    // 250 Hz, whose peaks fall on samples.
    const sample = Math.sin((index * Math.PI) / 16) * amplitudeAt(index / 8) * 32_767;
    content.writeInt16LE(Math.round(sample), 44 + index * 2);
  }
  return content;
}

type VideoOptions = {
  readonly seconds?: number;
  readonly tags?: MetadataTags;
  readonly trackName?: string;
  readonly rotation?: 0 | 90;
  /** Size in the header, whatever the frames are. */
  readonly codedWidth?: number;
};

const AVC_DESCRIPTION = 'AULACv/hABVnQsAK2hHsBEAAAAMAQAAABQPEiagBAAVozg8sgA==';
/** The first is a key frame, the others contain no changes. */
const AVC_FRAMES = [
  'AAAAHGWIhA/xGKAAJvscAARwY4AAq5ScnJ111111114=',
  'AAAABkGaID/GwA==',
  'AAAABkGaQD/GwA==',
  'AAAABkGaYD/GwA==',
  'AAAABkGagD/GwA==',
  'AAAABkGaoD/GwA==',
  'AAAABkGawD/GwA==',
  'AAAABkGa4D/GwA==',
  'AAAABkGbADvGwA==',
  'AAAABkGbIDfGwA==',
].map((frame) => new Uint8Array(Buffer.from(frame, 'base64')));

/** Red, 64 by 48 pixels, ten frames a second, H.264 in MP4: playable everywhere. */
export async function redVideo(options: VideoOptions = {}): Promise<Buffer> {
  const { seconds = 1, tags, trackName, rotation = 0, codedWidth = 64 } = options;
  const source = new EncodedVideoPacketSource('avc');
  const output = outputOf(new Mp4OutputFormat(), tags);
  output.addVideoTrack(source, { rotation, ...(trackName && { name: trackName }) });
  await output.start();
  const description = Buffer.from(AVC_DESCRIPTION, 'base64');
  const decoderConfig = { codec: 'avc1.42c00a', codedWidth, codedHeight: 48, description };
  for (let index = 0; index < seconds * 10; index += 1) {
    const frame = AVC_FRAMES[index % AVC_FRAMES.length]!; // within the list
    const type = index % AVC_FRAMES.length === 0 ? 'key' : 'delta';
    await source.add(new EncodedPacket(frame, type, index / 10, 1 / 10), { decoderConfig });
  }
  return finished(output);
}

const OPUS_SILENCE = Uint8Array.of(0xf8, 0xff, 0xfe);

/** Audio alone, in a format that mostly holds videos. */
export async function silence(format: 'mp4' | 'webm', seconds: number, tags?: MetadataTags): Promise<Buffer> {
  const source = new EncodedAudioPacketSource('opus');
  const output = outputOf(format === 'mp4' ? new Mp4OutputFormat() : new WebMOutputFormat(), tags);
  output.addAudioTrack(source);
  await output.start();
  const decoderConfig = { codec: 'opus', numberOfChannels: 1, sampleRate: 48_000 };
  for (let index = 0; index < seconds * 50; index += 1) {
    await source.add(new EncodedPacket(OPUS_SILENCE, 'key', index / 50, 1 / 50), { decoderConfig });
  }
  return finished(output);
}

type BufferedOutput = Output<OutputFormat, BufferTarget>;

function outputOf(format: OutputFormat, tags: MetadataTags | undefined): BufferedOutput {
  const output = new Output({ format, target: new BufferTarget() });
  if (tags) output.setMetadataTags(tags);
  return output;
}

async function finished(output: BufferedOutput): Promise<Buffer> {
  await output.finalize();
  return Buffer.from(output.target.buffer!); // set by `finalize`
}

const isFfmpegThere = spawnSync('which', ['ffmpeg', 'prlimit']).status === 0;

/** Reason to skip tests that need a decoder, or false. */
export const withoutFfmpeg = isFfmpegThere
  ? false
  : '!!! ffmpeg OR prlimit IS NOT INSTALLED: what they make of videos and sounds is NOT tested on this machine !!!';

/** Runs ffmpeg with generated sources, such as `testsrc`. */
export async function ffmpeg(...args: readonly string[]): Promise<void> {
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', ...args]);
}

/** Hides ffmpeg from this process, as on a machine where it is not installed. */
export function hideFfmpeg(t: { after(end: () => void): void }): void {
  const path = process.env['PATH'];
  process.env['PATH'] = '/nowhere';
  t.after(() => void (process.env['PATH'] = path));
}
