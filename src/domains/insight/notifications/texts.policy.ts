import type { NotificationType } from '../notification-settings/notification.types.ts';
import type { NotificationFacts } from './notifications.types.ts';
import { GERMAN } from './texts-de.ts';
import { ENGLISH } from './texts-en.ts';
import type { ContentWord, Language, LanguageTexts } from './texts.types.ts';

const LANGUAGES: Readonly<Record<Language, LanguageTexts>> = { de: GERMAN, en: ENGLISH };

/** The first language of a header or tag, such as `de-AT,en;q=0.8`, that has texts; English where none has. */
export function languageOf(accepted: string): Language {
  const ranges = accepted
    .split(',')
    .map((range) => {
      const [tag = '', ...parameters] = range.trim().toLowerCase().split(';');
      const quality = parameters
        .map((each) => /^\s*q=([\d.]+)/.exec(each)?.[1])
        .find((found) => found !== undefined);
      return { language: tag.split('-')[0] ?? '', weight: quality === undefined ? 1 : Number(quality) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { language } of ranges) if (language === 'de' || language === 'en') return language;
  return 'en';
}

type Said = {
  readonly type: NotificationType;
  /** Names of visible actors, the latest first. */
  readonly names: readonly string[];
  readonly actorCount: number;
  readonly facts: NotificationFacts;
};

export function titleOf(language: Language, { type, names, actorCount, facts }: Said): string {
  const texts = LANGUAGES[language];
  const forms = texts.titles[type];
  const { tipCount } = facts;
  const count = typeof tipCount === 'number' ? tipCount : actorCount;
  const form = typeof forms === 'string' ? forms : count > 1 ? forms.many : forms.one;
  return filled(language, form, { ...facts, actors: actorsOf(language, names, actorCount) });
}

/** Null for a type whose body is the text of what it is about. */
export function fixedBodyOf(
  language: Language,
  type: NotificationType,
  facts: NotificationFacts,
): string | null {
  const body = LANGUAGES[language].bodies[type];
  return body === undefined ? null : filled(language, body, facts);
}

export const contentWord = (language: Language, word: ContentWord): string =>
  LANGUAGES[language].contents[word];

function actorsOf(language: Language, names: readonly string[], actorCount: number): string {
  const { somebody, two, others } = LANGUAGES[language];
  const [first = somebody, second = somebody] = names;
  if (actorCount <= 1) return first;
  if (actorCount === 2) return filled(language, two, { first, second });
  const count = actorCount - 1;
  return filled(language, count === 1 ? others.one : others.many, { first, count });
}

/** Replaces all at once, so that what people write is never taken for a name in braces. */
const filled = (language: Language, form: string, facts: NotificationFacts): string =>
  form.replaceAll(/\{(\w+)\}/g, (_whole, name: string) => {
    const fact = facts[name] ?? '';
    return typeof fact === 'number' ? new Intl.NumberFormat(language).format(fact) : fact;
  });
