import type { CategoryScore, ClassifiedContent, ClassifiedItem, ModerationPort } from '#ports/moderation.ts';
import { type Lexicon, readLexicon } from './lexicon.ts';
import { type Phrases, readPhrases } from './phrases.ts';
import { classifyText } from './text-rules.ts';

/** The version grows with every change of the rules or the words. */
const TEXT_MODEL = 'lexicon-2';
const IMAGE_MODEL = 'nsfwjs-mobilenet-v2';

/** How much an image looks like each of these, 0 to 1. */
type ImageClasses = { readonly hentai: number; readonly porn: number; readonly sexy: number };

type Options = {
  /** A trained model in another process; null when there is none, and images are not judged. */
  readonly classifyImage:
    | ((image: Buffer, bounds: Pick<ClassifiedContent, 'timeLimitMs' | 'signal'>) => Promise<ImageClasses>)
    | null;
};

let known: { readonly lexicon: Lexicon; readonly phrases: Phrases } | null = null;

/** Read once in a process, which takes a quarter of a second. */
const rules = () => (known ??= { lexicon: readLexicon(), phrases: readPhrases() });

/** Judges texts by rules and lists of words in this process, without a trained model, and images by one if there is one. */
export function createEmbeddedModeration({ classifyImage }: Options): ModerationPort {
  const { lexicon, phrases } = rules();
  return {
    provider: 'embedded',
    isRemote: false,
    judgesImages: classifyImage !== null,
    async classify({ texts, images, timeLimitMs, signal }) {
      signal.throwIfAborted();
      const items: (ClassifiedItem | null)[] = texts.map((text) => classifyText(lexicon, phrases, text));
      for (const { bytes } of images) {
        const classes = await classifyImage?.(bytes, { timeLimitMs, signal });
        items.push(classes ? { scores: scoresOf(classes), isLanguageKnown: true } : null);
      }
      const isOfImages = classifyImage !== null && texts.length === 0 && images.length > 0;
      return { provider: 'embedded', model: isOfImages ? IMAGE_MODEL : TEXT_MODEL, items };
    },
    close: async () => {},
  };
}

/** Swimwear and the like weighs too little to be held, whatever admins have not changed. */
const SEXY_WEIGHT = 0.75;

function scoresOf({ hentai, porn, sexy }: ImageClasses): readonly CategoryScore[] {
  const score = Math.min(1, Math.max(hentai + porn, SEXY_WEIGHT * sexy));
  return score > 0 ? [{ category: 'SEXUAL', score }] : [];
}
