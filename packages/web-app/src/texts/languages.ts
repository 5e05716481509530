import { use } from 'react';
import { first } from './en/first.ts';
import type { FirstTexts, LaterTexts, Texts } from './shape.ts';

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

type Files = { readonly first: () => Promise<FirstTexts>; readonly later: () => Promise<LaterTexts> };

const FILES: Readonly<Record<Language, Files>> = {
  en: { first: async () => first, later: async () => (await import('./en/index.ts')).en },
  de: {
    first: async () => (await import('./de/first.ts')).first,
    later: async () => (await import('./de/index.ts')).de,
  },
};

const KEY = 'plaza.language';

/** The reader's choice, else the first language of the browser that there is, else English. */
export function chosenLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((code) => code?.slice(0, 2));
  return wanted.flatMap((code) => LANGUAGES.filter((each) => each.code === code))[0]?.code ?? 'en';
}

export const chooseLanguage = (language: Language): void => localStorage.setItem(KEY, language);

const loading = new Map<Language, Promise<LaterTexts>>();

/** Loads the texts that the first page has no need of. @throws Error without the file */
export function loadLaterTexts(language = chosenLanguage()): Promise<LaterTexts> {
  const started = loading.get(language) ?? load(language);
  loading.set(language, started);
  return started;
}

async function load(language: Language): Promise<LaterTexts> {
  try {
    return await FILES[language].later();
  } catch (error) {
    // The next screen asks again.
    loading.delete(language);
    throw error;
  }
}

/**
 * Texts of a language, of which a component that shows later ones waits until they are there. Areas are read while a component is
 * drawn, never in a callback.
 */
export const textsOf = (language: Language, known: FirstTexts): Texts =>
  // Each area is in one of the two files. React draws a component that has waited once more, and fails without the same `use`.
  new Proxy(known, {
    get: (_known, area): unknown => Reflect.get(area in known ? known : use(loadLaterTexts(language)), area),
  }) as Texts;

export const loadFirstTexts = (language: Language): Promise<FirstTexts> => FILES[language].first();

export const englishTexts = textsOf('en', first);
