/** What a media process does for the process that started it. Files go by their paths, never by their bytes. */
export type MediaTasks = {
  readonly image: { readonly task: ImageTask; readonly result: RenderedImage };
  readonly recording: { readonly task: RecordingTask; readonly result: RenderedRecording };
};

export type TaskName = keyof MediaTasks;

export type ImageTask = {
  readonly path: string;
  /** Where the results go. */
  readonly directory: string;
  readonly pixelsMax: number;
  readonly framesMax: number;
};

export type RenderedImage = {
  /** Of the variant `original`, the way up in which people see it. */
  readonly width: number;
  readonly height: number;
  /** A ThumbHash (about 25 bytes) in base64, for what to show until the image is there. */
  readonly placeholder: string;
  /** `original` is always there; the others only when they are narrower than it. */
  readonly variants: readonly RenderedVariant[];
};

export type RenderedVariant = RenderedFile & {
  readonly name: VariantName;
  readonly width: number;
  readonly height: number;
};

export type VariantName = 'original' | 'w320' | 'w960';

export type RenderedFile = {
  readonly path: string;
  /** The ending of the name, which stands for the content type. */
  readonly extension: string;
  readonly sizeBytes: number;
};

export type RecordingTask = {
  readonly path: string;
  /** Where the results go. */
  readonly directory: string;
  readonly videoDurationMsMax: number;
  readonly audioDurationMsMax: number;
  readonly videoEdgePixelsMax: number;
  /** Null where they are not installed: then there is neither poster nor waveform. */
  readonly tools: DecodingTools | null;
  /** What one of the tools may hold in memory. */
  readonly toolMemoryBytesMax: number;
};

/** Paths of the programs that decode recordings and of the one that bounds them. */
export type DecodingTools = { readonly ffmpeg: string; readonly prlimit: string };

export type RenderedRecording = {
  readonly kind: 'VIDEO' | 'AUDIO';
  /** As people see it, turned; null for sound. */
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number;
  readonly file: RenderedFile;
  /** Null for sound, and for a video of which no picture could be made. */
  readonly poster: RenderedImage | null;
  /** Peaks from 0 to 100; null for video, and when they could not be measured. */
  readonly waveform: readonly number[] | null;
};
