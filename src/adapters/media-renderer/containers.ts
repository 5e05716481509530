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

/** Output of a recording format. */
export type Container = {
  /** Null for formats of audio alone. */
  readonly videoExtension: string | null;
  readonly audioExtension: string;
  /** Name of the format in the decoder. */
  readonly demuxer: string;
  readonly output: () => OutputFormat;
};

const MP4_CONTAINER: Container = {
  videoExtension: 'mp4',
  audioExtension: 'm4a',
  demuxer: 'mov',
  // Metadata that a player needs comes first (fast start), in space reserved before the rest is written.
  output: () => new Mp4OutputFormat({ fastStart: 'reserve' }),
};

const WEBM_CONTAINER: Container = {
  videoExtension: 'webm',
  audioExtension: 'weba',
  demuxer: 'matroska',
  output: () => new WebMOutputFormat(),
};

/** Formats that are read, each with the one that is written. Playlists are excluded because they name other files. */
export const CONTAINERS: ReadonlyMap<InputFormat, Container> = new Map<InputFormat, Container>([
  [MP4, MP4_CONTAINER],
  [QTFF, MP4_CONTAINER],
  [WEBM, WEBM_CONTAINER],
  [OGG, audioContainer('ogg', () => new OggOutputFormat())],
  [MP3, audioContainer('mp3', () => new Mp3OutputFormat())],
  [WAVE, audioContainer('wav', () => new WavOutputFormat())],
  [FLAC, audioContainer('flac', () => new FlacOutputFormat())],
  [ADTS, audioContainer('aac', () => new AdtsOutputFormat())],
]);

function audioContainer(name: string, output: () => OutputFormat): Container {
  return { videoExtension: null, audioExtension: name, demuxer: name, output };
}
