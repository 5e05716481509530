/** Judges texts and images by category. It decides nothing: who calls it compares the scores with thresholds. */
export type ModerationPort = {
  /** Stable name of the provider, with which its scores are stored. */
  readonly provider: string;
  /** Whether each call leaves the machine: it then costs money, and can be slow or fail while all else works. */
  readonly isRemote: boolean;
  /** Whether images get an item at all; it does not change while the process runs. */
  readonly judgesImages: boolean;
  /**
   * Ends within `timeLimitMs`. Neither errors nor the log contain what was given.
   * @throws ModerationError, or the signal's reason
   */
  classify(content: ClassifiedContent): Promise<Classification>;
  close(): Promise<void>;
};

export type ClassifiedContent = {
  readonly texts: readonly string[];
  readonly images: readonly ClassifiedImage[];
  readonly timeLimitMs: number;
  readonly signal: AbortSignal;
};

export type ClassifiedImage = { readonly bytes: Buffer; readonly contentType: string };

export type Classification = {
  readonly provider: string;
  /** Name and version of the model or of the rules. */
  readonly model: string;
  /** Items of the texts, then of the images, in their order; null for what the provider cannot judge at all. */
  readonly items: readonly (ClassifiedItem | null)[];
};

export type ClassifiedItem = {
  /** Categories with a score above 0, each once. */
  readonly scores: readonly CategoryScore[];
  /** Whether low scores mean something: false for a text in a language that the provider does not know. */
  readonly isLanguageKnown: boolean;
};

/** A score is 0 to 1; it is no probability, and those of two providers are not comparable. */
export type CategoryScore = { readonly category: ModerationCategory; readonly score: number };

export const MODERATION_CATEGORIES = [
  'DRUGS',
  'GORE',
  'HATE',
  'INSULT',
  'PROFANITY',
  'SELF_HARM',
  'SEXUAL',
  'SEXUAL_MINORS',
  'SPAM',
  'THREAT',
  'TOXICITY',
  'VIOLENCE',
] as const;

export type ModerationCategory = (typeof MODERATION_CATEGORIES)[number];

/** UNAVAILABLE passes by itself: the provider is away, slow, busy or answers nonsense. REJECTED lasts: it takes none of our requests, or not this one. */
export type ModerationErrorCode = 'UNAVAILABLE' | 'REJECTED';

export class ModerationError extends Error {
  override readonly name = 'ModerationError';
  readonly code: ModerationErrorCode;

  constructor(code: ModerationErrorCode, message: string) {
    super(message);
    this.code = code;
  }
}
