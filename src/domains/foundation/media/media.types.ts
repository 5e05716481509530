export type MediaState = 'PROCESSING' | 'READY' | 'FAILED' | 'REJECTED';
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO';

/** One stored file. */
export type MediaFile = {
  readonly key: string;
  readonly contentType: string;
  readonly sizeBytes: number;
};

/** One size of a picture. */
export type MediaVariant = MediaFile & {
  readonly name: string;
  readonly width: number;
  readonly height: number;
};

/** An uploaded picture, video or sound, as it was processed. */
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
  /** Of the picture, or of the poster of a video; largest first. */
  readonly variants: readonly MediaVariant[];
  /** What plays; null for pictures, and until it is there. */
  readonly recording: MediaFile | null;
  /** Peaks of a sound from 0 to 100. */
  readonly waveform: readonly number[] | null;
  readonly createdAt: Date;
};
