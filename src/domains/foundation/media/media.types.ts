export type MediaState = 'PROCESSING' | 'READY' | 'FAILED' | 'REJECTED';
/**
 * The judgement of a machine on an image: SENSITIVE makes the posts that show it sensitive, FLAGGED holds the posts and comments that do;
 * SKIPPED when none judges it.
 */
export type MediaScanState = 'UNSCANNED' | 'CLEAN' | 'SENSITIVE' | 'FLAGGED' | 'SKIPPED';
/** The judgements of machines on several media items together. */
export type MediaScans = {
  readonly isFlagged: boolean;
  readonly isSensitive: boolean;
  /** Whether an image or a video is still to be judged. */
  readonly isAwaited: boolean;
};
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO' | 'FILE';

/** One stored file. */
export type MediaFile = {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
};

/** One size of an image. */
export type MediaVariant = MediaFile & {
  readonly name: string;
  readonly width: number;
  readonly height: number;
};

/** The file of a video or audio. */
export type MediaRecording = MediaFile & {
  readonly videoCodec: string | null;
  readonly audioCodec: string | null;
  /** Whether it was encoded anew because browsers do not play the upload. */
  readonly isTranscoded: boolean;
};

/** A file of the kind FILE, stored as it was uploaded. */
export type MediaDocument = MediaFile & {
  /** Name to show and to download it by; its extension fits the type. */
  readonly fileName: string;
};

/** An uploaded image, video, audio or other file, as processed. */
export type Media = {
  readonly id: string;
  readonly ownerId: string;
  readonly kind: MediaKind;
  readonly state: MediaState;
  readonly width: number | null;
  readonly height: number | null;
  readonly durationMs: number | null;
  readonly placeholder: string | null;
  readonly altText: string | null;
  /** Sizes of the image, or of the poster of a video; largest first. */
  readonly variants: readonly MediaVariant[];
  /** The video or audio itself; null for images, and until it is processed. */
  readonly recording: MediaRecording | null;
  /** Null unless the kind is FILE. */
  readonly document: MediaDocument | null;
  /** Peaks of audio from 0 to 100. */
  readonly waveform: readonly number[] | null;
  readonly createdAt: Date;
};
