import { z } from 'zod';
import { AppError } from '#platform/kernel/errors.ts';
import { parseInput } from '#platform/kernel/parse-input.ts';
import { lineSchema, textSchema } from '#platform/kernel/text.ts';
import type { AnnouncementAudience, AnnouncementText } from './announcements.types.ts';

/** The language of the text that everybody gets whose own has none. */
export const BASE_LANGUAGE = 'en';

export const TITLE_LENGTH_MAX = 80;
/** As much as a notification shows, on devices too. */
export const TEXT_LENGTH_MAX = 140;
export const LANGUAGES_MAX = 20;
export const ACTIVE_DAYS_MAX = 365;
const URL_LENGTH_MAX = 500;

const language = z.string().regex(/^[a-z]{2,3}$/, 'Use the code of a language, such as en.');
const texts = {
  title: lineSchema({ min: 1, max: TITLE_LENGTH_MAX }),
  text: textSchema({ min: 1, max: TEXT_LENGTH_MAX }),
};
const DAYS = `Use a whole number from 1 to ${ACTIVE_DAYS_MAX}.`;
const LANGUAGES = `Name at most ${LANGUAGES_MAX} languages, each once.`;
const isDistinct = (languages: readonly string[]): boolean => new Set(languages).size === languages.length;

const announcementSchema = z.object({
  ...texts,
  translations: z
    .array(z.object({ language, ...texts }))
    .max(LANGUAGES_MAX, LANGUAGES)
    .nullish()
    .transform((given) => given ?? [])
    .refine(
      (given) => isDistinct([BASE_LANGUAGE, ...given.map((each) => each.language)]),
      `Translate into each language once, and into another one than ${BASE_LANGUAGE}.`,
    ),
  url: z
    .url({ protocol: /^https$/, error: 'Use an address that begins with https://.' })
    .max(URL_LENGTH_MAX)
    .nullish()
    .transform((given) => given ?? null),
  audience: z
    .object({
      languages: z
        .array(language)
        .min(1, LANGUAGES)
        .max(LANGUAGES_MAX, LANGUAGES)
        .refine(isDistinct, LANGUAGES)
        .nullish(),
      activeDays: z.int(DAYS).min(1, DAYS).max(ACTIVE_DAYS_MAX, DAYS).nullish(),
      isCreator: z.boolean().nullish(),
    })
    .nullish(),
});

export type AnnouncementInput = z.input<typeof announcementSchema>;

type Parsed = {
  readonly audience: AnnouncementAudience;
  readonly texts: readonly AnnouncementText[];
  readonly url: string | null;
};

/** @throws ValidationFailed */
export function parseAnnouncement(input: AnnouncementInput): Parsed {
  const { title, text, translations, url, audience } = parseInput(announcementSchema, input);
  const { languages = null, activeDays = null, isCreator = null } = audience ?? {};
  return {
    audience: { languages, activeDays, isCreator },
    texts: [{ language: BASE_LANGUAGE, title, text }, ...translations],
    url,
  };
}

/** @throws AppError LIMIT_REACHED */
export function assertAnnouncementsLeft(sent: number, limit: number): void {
  if (sent < limit) return;
  throw new AppError('LIMIT_REACHED', `Send at most ${limit} announcements in 24 hours.`, {
    details: { limit },
  });
}
