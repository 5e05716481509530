import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import {
  chooseLanguage,
  chosenLanguage,
  englishTexts,
  type Language,
  loadFirstTexts,
  loadLaterTexts,
  textsOf,
} from './languages.ts';
import type { Texts } from './shape.ts';

export { type Language, LANGUAGES } from './languages.ts';

type Spoken = { readonly language: Language; readonly texts: Texts };
type Speech = Spoken & {
  /** How the reader's region writes dates, times and numbers in the language. */
  readonly locale: string;
  speak(language: Language): Promise<void>;
};

const SpeechContext = createContext<Speech>({
  language: 'en',
  locale: 'en',
  texts: englishTexts,
  speak: async () => undefined,
});

export const useTexts = (): Texts => use(SpeechContext).texts;
export const useSpeech = (): Speech => use(SpeechContext);

/** Loads another language than English when it is wanted, and shows nothing until then. */
export function SpeechProvider({ children }: { children: ReactNode }) {
  const [spoken, setSpoken] = useState<Spoken | null>(() =>
    chosenLanguage() === 'en' ? { language: 'en', texts: englishTexts } : null,
  );
  useEffect(() => {
    // Without its file the app goes on in English.
    if (chosenLanguage() !== 'en') void load(chosenLanguage()).then(setSpoken);
  }, []);
  useEffect(() => {
    if (spoken) document.documentElement.lang = spoken.language;
  }, [spoken]);
  if (!spoken) return null;
  const speak = async (language: Language): Promise<void> => {
    chooseLanguage(language);
    // The screen stays as it is until all of its texts are there.
    const next = await load(language);
    await loadLaterTexts(next.language).catch(() => undefined);
    setSpoken(next);
  };
  return (
    <SpeechContext value={{ ...spoken, locale: localeOf(spoken.language), speak }}>{children}</SpeechContext>
  );
}

/** British and American readers share the texts, and no dates. */
const localeOf = (language: Language): string =>
  navigator.languages.find((tag) => tag === language || tag.startsWith(`${language}-`)) ?? language;

const load = async (language: Language): Promise<Spoken> =>
  loadFirstTexts(language)
    .then((first) => ({ language, texts: textsOf(language, first) }))
    .catch(() => ({ language: 'en', texts: englishTexts }));
