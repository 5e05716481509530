/**
 * Decodes uploaded files, which may be hostile, and renders what is stored of them.
 * Files are given by path, never by bytes. Every call ends within the limits of time and memory of the installation.
 */
export type MediaRendererPort = {
  /**
   * @throws AppError VALIDATION_FAILED when the file is at fault, SERVICE_UNAVAILABLE when too many files wait,
   * RATE_LIMITED when too many of the owner do, or the signal's reason
   */
  renderImage(rendering: Rendering): Promise<RenderedImage>;
  /** As `renderImage`, for a video or an audio file. */
  renderRecording(rendering: Rendering): Promise<RenderedRecording>;
};

export type Rendering = {
  /** Owner of the file: owners take turns, and none occupies more than half of the capacity. */
  readonly ownerId: string;
  readonly path: string;
  /** Directory to which the results are written. */
  readonly directory: string;
  readonly signal: AbortSignal;
};

export type RenderedFile = {
  readonly path: string;
  /** Extension of the name, which determines the content type. */
  readonly extension: string;
  readonly sizeBytes: number;
};

export type RenderedVariant = RenderedFile & {
  readonly name: VariantName;
  readonly width: number;
  readonly height: number;
};

export type RenderedImage = {
  /** Width of the variant `original`, as displayed. */
  readonly width: number;
  readonly height: number;
  /** A ThumbHash (about 25 bytes) in base64, to show until the image has loaded. */
  readonly placeholder: string;
  /** Always `original`; the others only when they are narrower. */
  readonly variants: readonly RenderedVariant[];
};

export type RenderedRecording = {
  readonly kind: 'VIDEO' | 'AUDIO';
  /** As displayed, after rotation; null for audio. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number;
  /** Names as in the parameter `codecs` of a media type, of what `file` holds; null without such a track. */
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  /** Whether it was encoded anew because browsers do not play the upload. */
  readonly isTranscoded: boolean;
  readonly file: RenderedFile;
  /** Null for audio, and for a video of which no frame could be extracted. */
  readonly poster: RenderedImage | null;
  /** `WAVEFORM_POINTS` peaks; null for video, and when they could not be measured. */
  readonly waveform: readonly number[] | null;
};

export type VariantName = 'original' | 'w320' | 'w960';

/** Widths in pixels of the variants other than `original`. */
export const VARIANT_WIDTHS = [
  ['w960', 960],
  ['w320', 320],
] as const;

/** Longest edge of an `original` in pixels: no screen shows more. */
export const ORIGINAL_EDGE_MAX = 4_096;

/** Points of a waveform, whatever the duration of the audio. */
export const WAVEFORM_POINTS = 64;
/** Highest value of a point; the lowest is 0. */
export const WAVEFORM_PEAK_MAX = 100;
