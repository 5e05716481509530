import { z } from 'zod';
import { invalid, parseInput } from '#platform/parse-input.ts';
import { textOf } from '#platform/text.ts';

/** What people publish or send: text, media or both. */
export type Content = { readonly text: string; readonly mediaIds: readonly string[] };

type ContentInput = {
  readonly text?: string | null | undefined;
  readonly mediaIds?: readonly string[] | null | undefined;
};

type ContentBounds = {
  /** What it is called in a refusal, such as `A post`. */
  readonly what: string;
  readonly textLengthMax: number;
  readonly mediaMax: number;
};

/** A media that is named twice is shown once. @throws AppError VALIDATION_FAILED | ValidationFailed */
export function parseContent(input: ContentInput, { what, textLengthMax, mediaMax }: ContentBounds): Content {
  const schema = z.object({ text: textOf({ min: 0, max: textLengthMax }) });
  const { text } = parseInput(schema, { text: input.text ?? '' });
  const mediaIds = [...new Set(input.mediaIds ?? [])];
  if (mediaIds.length > mediaMax) {
    throw invalid(['mediaIds'], `${what} has at most ${mediaMax} media.`, 'maxItems', mediaMax);
  }
  if (text === '' && mediaIds.length === 0) throw invalid(['text'], `${what} has text or media.`, 'required');
  return { text, mediaIds };
}
