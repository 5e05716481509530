import { z } from 'zod';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { indentedTextSchema, textSchema } from '#platform/kernel/text.ts';

export const ALT_TEXT_LENGTH_MAX = 1_500;

/** Alt text of a media item; null when it is blank. */
export const altTextSchema = textSchema({ min: 0, max: ALT_TEXT_LENGTH_MAX })
  .nullish()
  .transform((text) => text || null);

/** The text and media items of a post, a comment or a message; at least one is required. */
export type Content = { readonly text: string; readonly mediaIds: readonly string[] };

type ContentInput = {
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  /** Files of the same input that will become media items. */
  readonly fileCount?: number;
};

type ContentBounds = {
  /** Noun of the content in messages, such as `A post`. */
  readonly what: string;
  /** Made by `contentText`. */
  readonly text: z.ZodType<{ text: string }>;
  readonly mediaMax: number;
  /** Whether both may be missing, as in a draft. */
  readonly mayBeEmpty?: boolean;
};

export const contentText = (lengthMax: number): z.ZodType<{ text: string }> =>
  z.object({ text: indentedTextSchema({ min: 0, max: lengthMax }) });

/** Drops repeated media ids. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseContent(input: ContentInput, bounds: ContentBounds): Content {
  const { what, mediaMax, mayBeEmpty = false } = bounds;
  const { text } = parseInput(bounds.text, { text: input.text ?? '' });
  const mediaIds = [...new Set(input.mediaIds ?? [])];
  const mediaCount = mediaIds.length + (input.fileCount ?? 0);
  if (mediaCount > mediaMax) {
    throw invalid(['mediaIds'], `Attach at most ${mediaMax} media items.`, 'maxItems', mediaMax);
  }
  if (text === '' && mediaCount === 0 && !mayBeEmpty) {
    throw invalid(['text'], `${what} needs text or media.`, 'required');
  }
  return { text, mediaIds };
}
