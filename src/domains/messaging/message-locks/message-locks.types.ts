import type { TextEntity } from '#domains/graph/entities/entities.types.ts';

/** A lock on the content of a message, and what is shown instead of it. */
export type MessageLock = {
  readonly priceCoins: number;
  /** Raised by every change of the price. */
  readonly version: number;
  readonly teaser: string;
  /** Mentions and links of the teaser. */
  readonly entities: readonly TextEntity[];
  /** Media items that everybody sees who sees the message. */
  readonly previewMediaIds: readonly string[];
};

/** The content of a paid message that its sender has deleted, as its buyers keep it. */
export type KeptMessage = {
  readonly id: string;
  readonly kind: 'TEXT' | 'MEDIA' | 'FILE' | 'VOICE_NOTE';
  readonly text: string;
  readonly entities: readonly TextEntity[];
  readonly mediaIds: readonly string[];
};

/** A lock as clients give it. */
export type LockInput = {
  readonly priceCoins: number;
  readonly teaser?: string | null | undefined;
  readonly previewMediaIds?: readonly string[] | null | undefined;
  /** The token of an earlier refusal for the same teaser. */
  readonly retryToken?: string | null | undefined;
};
