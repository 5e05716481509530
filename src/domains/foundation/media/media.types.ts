export type MediaState = 'PROCESSING' | 'READY' | 'FAILED' | 'REJECTED';
export type MediaKind = 'IMAGE' | 'VIDEO' | 'AUDIO';

/** One stored file of a media. */
export type MediaVariant = {
  readonly name: string;
  readonly key: string;
  readonly width: number;
  readonly height: number;
  readonly contentType: string;
  readonly sizeBytes: number;
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
  /** Largest first; the first is what `url` links to. */
  readonly variants: readonly MediaVariant[];
  readonly createdAt: Date;
};
