import {
  ADTS,
  AdtsOutputFormat,
  FLAC,
  FlacOutputFormat,
  type InputFormat,
  MP3,
  Mp3OutputFormat,
  MP4,
  Mp4OutputFormat,
  OGG,
  OggOutputFormat,
  type OutputFormat,
  QTFF,
  WAVE,
  WavOutputFormat,
  WEBM,
  WebMOutputFormat,
} from 'mediabunny';

/** What becomes of a format of recordings. */
export type Container = {
  /** Null where a format has no pictures. */
  readonly videoExtension: string | null;
  readonly audioExtension: string;
  /** What the decoder calls it. */
  readonly demuxer: string;
  readonly output: () => OutputFormat;
};

const MP4_CONTAINER: Container = {
  videoExtension: 'mp4',
  audioExtension: 'm4a',
  demuxer: 'mov',
  // What a player has to know first comes first, in space that is left free while the rest is written.
  output: () => new Mp4OutputFormat({ fastStart: 'reserve' }),
};

const WEBM_CONTAINER: Container = {
  videoExtension: 'webm',
  audioExtension: 'weba',
  demuxer: 'matroska',
  output: () => new WebMOutputFormat(),
};

/** Formats that are read, each with the one that is written. Playlists are absent: they name other files. */
export const CONTAINERS: ReadonlyMap<InputFormat, Container> = new Map<InputFormat, Container>([
  [MP4, MP4_CONTAINER],
  [QTFF, MP4_CONTAINER],
  [WEBM, WEBM_CONTAINER],
  [OGG, soundContainer('ogg', () => new OggOutputFormat())],
  [MP3, soundContainer('mp3', () => new Mp3OutputFormat())],
  [WAVE, soundContainer('wav', () => new WavOutputFormat())],
  [FLAC, soundContainer('flac', () => new FlacOutputFormat())],
  [ADTS, soundContainer('aac', () => new AdtsOutputFormat())],
]);

function soundContainer(name: string, output: () => OutputFormat): Container {
  return { videoExtension: null, audioExtension: name, demuxer: name, output };
}
