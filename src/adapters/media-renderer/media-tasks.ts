import type { RenderedImage, RenderedRecording } from '#ports/media-renderer.ts';

/** Tasks that a media process performs for the process that started it. */
export type MediaTasks = {
  readonly image: { readonly task: ImageTask; readonly result: RenderedImage };
  readonly recording: { readonly task: RecordingTask; readonly result: RenderedRecording };
  readonly classify: { readonly task: ClassifyTask; readonly result: ImageClasses };
};

export type TaskName = keyof MediaTasks;

export type ImageTask = {
  readonly path: string;
  /** Directory to which the results are written. */
  readonly directory: string;
  readonly pixelsMax: number;
  readonly framesMax: number;
};

export type RecordingTask = {
  readonly path: string;
  /** Directory to which the results are written. */
  readonly directory: string;
  readonly videoDurationMsMax: number;
  readonly audioDurationMsMax: number;
  readonly videoEdgePixelsMax: number;
  /** Time for the whole task. */
  readonly timeoutMs: number;
  /** Null where they are not installed: then there is neither poster nor waveform, and nothing is encoded anew. */
  readonly tools: DecodingTools | null;
  /** Memory that one of the tools may use. */
  readonly toolMemoryBytesMax: number;
};

export type ClassifyTask = {
  /** An image in base64, as it is stored. */
  readonly image: string;
};

/** How much an image looks like each class of the model, 0 to 1; together 1. */
export type ImageClasses = {
  readonly drawing: number;
  readonly hentai: number;
  readonly neutral: number;
  readonly porn: number;
  readonly sexy: number;
};

/** Paths of the programs that decode recordings and of the one that bounds them. */
export type DecodingTools = { readonly ffmpeg: string; readonly prlimit: string };
