import { z } from 'zod';
import { invalid, parseInput } from '#platform/kernel/parse-input.ts';
import { textSchema } from '#platform/kernel/text.ts';

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
  readonly textLengthMax: number;
  readonly mediaMax: number;
  /** Whether both may be missing, as in a draft. */
  readonly mayBeEmpty?: boolean;
};

/** By the maximum length, of which there are few: making a schema takes longer than parsing with it. */
const textSchemas = new Map<number, z.ZodType<{ text: string }>>();

function textSchemaOf(textLengthMax: number): z.ZodType<{ text: string }> {
  let schema = textSchemas.get(textLengthMax);
  if (!schema) {
    schema = z.object({ text: textSchema({ min: 0, max: textLengthMax }) });
    textSchemas.set(textLengthMax, schema);
  }
  return schema;
}

/** Drops repeated media ids. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseContent(input: ContentInput, bounds: ContentBounds): Content {
  const { what, textLengthMax, mediaMax, mayBeEmpty = false } = bounds;
  const { text } = parseInput(textSchemaOf(textLengthMax), { text: input.text ?? '' });
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
