import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { ModerationPort } from '#ports/moderation.ts';

export type CorpusLine = { readonly isAbusive: boolean; readonly text: string };

/**
 * `tuned` is what the rules were written by, and `held-out` showed what versions of them missed. `unseen` was written by somebody else,
 * and the rules know nothing of it: never mend a rule by its lines, else the project has no clean figure any more (decision 0120). A line
 * of abuse begins with its category.
 */
export function readCorpus(name: 'tuned' | 'held-out' | 'unseen'): readonly CorpusLine[] {
  const file = path.join(import.meta.dirname, 'corpus', `${name}.tsv`);
  return readFileSync(file, 'utf8')
    .trimEnd()
    .split('\n')
    .map((line) => {
      const [category = '', text = ''] = line.split('\t');
      return { isAbusive: category !== '-', text };
    });
}

export type Measured = {
  readonly found: number;
  readonly missed: number;
  readonly wronglyFound: number;
  readonly harmless: number;
  /** Harmless lines that would be held. */
  readonly wronglyHeld: number;
};

/** Scores from which on an author is asked to think again, and from which on a moderator must look. */
const FOUND = 0.6;
const HELD = 0.85;
/** Swearing alone is allowed, and toxicity sums up others. */
const NO_ABUSE: ReadonlySet<string> = new Set(['PROFANITY', 'TOXICITY']);

export async function measure(moderation: ModerationPort, lines: readonly CorpusLine[]): Promise<Measured> {
  const texts = lines.map(({ text }) => text);
  const rest = { images: [], timeLimitMs: 5_000, signal: new AbortController().signal };
  const { items } = await moderation.classify({ texts, ...rest });
  const highest = items.map((item) =>
    Math.max(
      0,
      ...(item?.scores ?? []).flatMap(({ category, score }) => (NO_ABUSE.has(category) ? [] : [score])),
    ),
  );
  const count = (isAbusive: boolean, from: number, below = 2): number =>
    lines.filter((line, index) => {
      const score = highest[index] ?? 0;
      return line.isAbusive === isAbusive && score >= from && score < below;
    }).length;
  return {
    found: count(true, FOUND),
    missed: count(true, 0, FOUND),
    wronglyFound: count(false, FOUND),
    harmless: count(false, 0, FOUND),
    wronglyHeld: count(false, HELD),
  };
}
