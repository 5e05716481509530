import { z } from 'zod';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { textOf } from '#platform/text.ts';

const ALT_TEXT_LENGTH_MAX = 1_500;

/** What is on a media, for people who do not see it. Text that says nothing is none. */
export const altTextInput = textOf({ min: 0, max: ALT_TEXT_LENGTH_MAX })
  .nullish()
  .transform((text) => text || null);

/** What people publish or send: text, media or both. */
export type Content = { readonly text: string; readonly mediaIds: readonly string[] };

type ContentInput = {
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
  /** How many files come along that become media. */
  readonly fileCount?: number;
};

type ContentBounds = {
  /** What it is called in a refusal, such as `A post`. */
  readonly what: string;
  readonly textLengthMax: number;
  readonly mediaMax: number;
  /** For what is not finished. */
  readonly mayBeEmpty?: boolean;
};

/** A media that is named twice is shown once. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseContent(input: ContentInput, bounds: ContentBounds): Content {
  const { what, textLengthMax, mediaMax, mayBeEmpty = false } = bounds;
  const schema = z.object({ text: textOf({ min: 0, max: textLengthMax }) });
  const { text } = parseInput(schema, { text: input.text ?? '' });
  const mediaIds = [...new Set(input.mediaIds ?? [])];
  const mediaCount = mediaIds.length + (input.fileCount ?? 0);
  if (mediaCount > mediaMax) {
    throw invalid(['mediaIds'], `${what} has at most ${mediaMax} media.`, 'maxItems', mediaMax);
  }
  if (text === '' && mediaCount === 0 && !mayBeEmpty) {
    throw invalid(['text'], `${what} has text or media.`, 'required');
  }
  return { text, mediaIds };
}
