import { open } from 'node:fs/promises';
import {
  EncodedPacketSink,
  type InputAudioTrack,
  type InputFormat,
  type InputVideoTrack,
  MP4,
  QTFF,
  WEBM,
  OGG,
  MP3,
  WAVE,
  FLAC,
  ADTS,
} from 'mediabunny';

/** How a track is encoded. */
export type Encoding = {
  /** In the words of people, such as `HEVC`. */
  readonly name: string;
  /** Whether browsers play it in the format that is written. */
  readonly isPlayed: boolean;
  /** Whether browsers play it in MP4. */
  readonly isPlayedInMp4: boolean;
};

/** Baseline, Main and High profile of H.264, whose pixels have 8 bits; the main profiles of VP9 and AV1. */
const VIDEO_IN_MP4 = /^(?:avc[13]\.(?:42|4d|64)|vp09\.00|av01\.0)/i;
const VIDEO_IN_WEBM = /^(?:vp8|vp09\.00|av01\.0)/i;
/** AAC-LC and both kinds of HE-AAC. */
const AAC = 'mp4a\\.40\\.(?:2|5|29)';
const AUDIO_IN_MP4 = new RegExp(`^(?:${AAC}|mp3|mp4a\\.6b|opus|flac)$`, 'i');
const NOTHING = /^$/;

type Played = { readonly video: RegExp; readonly audio: RegExp };

const audioAlone = (audio: RegExp): Played => ({ video: NOTHING, audio });

const PLAYED: ReadonlyMap<InputFormat, Played> = new Map<InputFormat, Played>([
  [MP4, { video: VIDEO_IN_MP4, audio: AUDIO_IN_MP4 }],
  [QTFF, { video: VIDEO_IN_MP4, audio: AUDIO_IN_MP4 }],
  [WEBM, { video: VIDEO_IN_WEBM, audio: /^(?:opus|vorbis)$/ }],
  [OGG, audioAlone(/^(?:opus|vorbis)$/)],
  [MP3, audioAlone(/^mp3$/)],
  [WAVE, audioAlone(/^(?:pcm-(?:u8|s16|s24|s32|f32)|ulaw|alaw)$/)],
  [FLAC, audioAlone(/^flac$/)],
  [ADTS, audioAlone(new RegExp(`^${AAC}$`))],
]);

/** Names by the beginning of what a container calls a codec; the first that fits. */
const NAMES: readonly (readonly [beginning: string, name: string])[] = [
  ['avc1.6e', 'H.264 with 10 bits'],
  ['avc1.7a', 'H.264 in 4:2:2'],
  ['avc1.f4', 'H.264 in 4:4:4'],
  ['avc', 'H.264'],
  ['hev', 'HEVC'],
  ['hvc', 'HEVC'],
  ['dvh', 'Dolby Vision'],
  ['vp8', 'VP8'],
  ['vp09', 'VP9 with 10 bits or in 4:4:4'],
  ['av01', 'AV1 in 4:4:4'],
  ['ap', 'ProRes'],
  ['mp4v', 'MPEG-4 Visual'],
  ['jpeg', 'Motion JPEG'],
  ['mjp', 'Motion JPEG'],
  ['h263', 'H.263'],
  ['s263', 'H.263'],
  ['alac', 'ALAC'],
  ['ac-3', 'AC-3'],
  ['ec-3', 'E-AC-3'],
  ['dts', 'DTS'],
  ['mp4a', 'AAC of another kind than LC and HE'],
  ['pcm', 'PCM'],
  ['ulaw', 'µ-law'],
  ['alaw', 'A-law'],
  ['samr', 'AMR'],
  ['sawb', 'AMR'],
  ['vorbis', 'Vorbis'],
  ['opus', 'Opus'],
];

export async function encodingOf(
  track: InputVideoTrack | InputAudioTrack,
  format: InputFormat,
): Promise<Encoding> {
  const kind = track.isVideoTrack() ? 'video' : 'audio';
  const codec = await codecOf(track);
  const isThirdLayer = codec !== 'mp3' || (await isMp3(track));
  const plays = (container: InputFormat): boolean =>
    isThirdLayer && codec !== null && (PLAYED.get(container)?.[kind].test(codec) ?? false);
  return {
    name: isThirdLayer ? nameOf(codec ?? String(await track.getInternalCodecId())) : 'MP2',
    isPlayed: plays(format),
    isPlayedInMp4: plays(MP4),
  };
}

/** The name of a codec in the parameter `codecs` of a media type; null for one that the library does not know. */
export async function codecOf(track: InputVideoTrack | InputAudioTrack): Promise<string | null> {
  return (await track.getCodec()) && track.getCodecParameterString();
}

function nameOf(id: string): string {
  const known = NAMES.find(([beginning]) => id.toLowerCase().startsWith(beginning));
  // People are shown the name that a file gives: letters and digits of it alone.
  return known?.[1] ?? (id.replaceAll(/[^A-Za-z0-9_-]/g, '') || 'an unknown codec');
}

/** The library takes all layers of MPEG audio for MP3. */
async function isMp3(track: InputVideoTrack | InputAudioTrack): Promise<boolean> {
  const first = await new EncodedPacketSink(track).getFirstPacket();
  return (((first?.data[1] ?? 0) >> 1) & 3) === 1;
}

const HEAD_BYTES = 4_096;
/** Codecs of WAV by their number. */
const WAV_CODECS: ReadonlyMap<number, string> = new Map([
  [0x02, 'ADPCM'],
  [0x11, 'ADPCM'],
  [0x31, 'GSM'],
  [0x50, 'MP2'],
  [0x55, 'MP3'],
  [0xff, 'AAC'],
]);

/** The codec of audio in a WAV or Ogg file whose track the library does not read; null when there is none either. */
export async function hiddenAudio(path: string, format: InputFormat): Promise<Encoding | null> {
  if (format !== WAVE && format !== OGG) return null;
  const handle = await open(path);
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    const head = buffer.subarray(0, bytesRead);
    const name = format === WAVE ? hiddenInWav(head) : hiddenInOgg(head);
    return name === null ? null : { name, isPlayed: false, isPlayedInMp4: false };
  } finally {
    await handle.close();
  }
}

function hiddenInWav(head: Buffer): string | null {
  const at = head.indexOf('fmt ');
  if (at < 0 || at + 10 > head.length) return null;
  return WAV_CODECS.get(head.readUInt16LE(at + 8)) ?? null;
}

function hiddenInOgg(head: Buffer): string | null {
  const start = 27 + (head[26] ?? 0);
  const beginsWith = (magic: string): boolean =>
    head.subarray(start, start + magic.length).equals(Buffer.from(magic));
  if (beginsWith('Speex')) return 'Speex';
  return beginsWith('\x7fFLAC') ? 'FLAC in Ogg' : null;
}
