import { z } from 'zod';

// The provider has rules of its own; these keep a megabyte from being hashed or sent to it.
const TEXT_LENGTH_MAX = 1_000;
export const boundedText = z
  .string()
  .min(1, 'Must not be empty.')
  .max(TEXT_LENGTH_MAX, `Must have at most ${TEXT_LENGTH_MAX} characters.`);
export const code = boundedText.transform((text) => text.trim());
export const codeInput = z.object({ code });
