import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import { en } from './en/index.ts';
import type { Texts } from './shape.ts';

export const LANGUAGES = [
  { code: 'en', name: 'English' },
  { code: 'de', name: 'Deutsch' },
] as const;

export type Language = (typeof LANGUAGES)[number]['code'];

const KEY = 'plaza.language';

/** The reader's choice, else the first language of the browser that there is, else English. */
function firstLanguage(): Language {
  const wanted = [localStorage.getItem(KEY), ...navigator.languages].map((code) => code?.slice(0, 2));
  return wanted.flatMap((code) => LANGUAGES.filter((each) => each.code === code))[0]?.code ?? 'en';
}

type Speech = {
  readonly language: Language;
  readonly texts: Texts;
  speak(language: Language): void;
};

const SpeechContext = createContext<Speech>({ language: 'en', texts: en, speak: () => undefined });

export const useTexts = (): Texts => use(SpeechContext).texts;
export const useSpeech = (): Speech => use(SpeechContext);

/** Loads another language than English when it is wanted, and shows nothing until then. */
export function SpeechProvider({ children }: { children: ReactNode }) {
  const [language, setLanguage] = useState(firstLanguage);
  const [loaded, setLoaded] = useState<{ readonly language: Language; readonly texts: Texts } | null>(
    language === 'en' ? { language, texts: en } : null,
  );
  useEffect(() => {
    let isCurrent = true;
    const load = async (): Promise<Texts> => (language === 'en' ? en : (await import('./de/index.ts')).de);
    // Without the file of the language the app goes on in English.
    void load()
      .catch(() => en)
      .then((texts) => {
        if (!isCurrent) return;
        document.documentElement.lang = language;
        setLoaded({ language, texts });
      });
    return () => {
      isCurrent = false;
    };
  }, [language]);
  if (!loaded) return null;
  const speak = (next: Language): void => {
    localStorage.setItem(KEY, next);
    setLanguage(next);
  };
  return <SpeechContext value={{ ...loaded, speak }}>{children}</SpeechContext>;
}
