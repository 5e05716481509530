import { foldedLetters } from '#platform/kernel/text.ts';
import type { ClassifiedItem, ModerationCategory } from '#ports/moderation.ts';
import type {
  BlockListAction,
  BlockListKind,
  ScreenedKind,
  Scores,
  ScreeningOutcome,
  Thresholds,
  Verdict,
} from './screening.types.ts';

export const SCREENED_KINDS = ['COMMENT', 'GROUP', 'MEDIA', 'MESSAGE', 'MONEY', 'POST', 'PROFILE'] as const;

/** Tells whether a job may judge contents of a kind, by `findScannedTexts`. */
export const isJudgedLater = (kind: string): kind is 'POST' | 'COMMENT' | 'MESSAGE' =>
  kind === 'POST' || kind === 'COMMENT' || kind === 'MESSAGE';

/** Words that an entry of a block list may have. */
export const ENTRY_WORDS_MAX = 4;

/** Entries of the active block lists, folded. */
export type BlockedTexts = Readonly<Record<BlockListKind, ReadonlyMap<string, BlockListAction>>>;

/** The highest score of each category over all parts of a content. */
export function highestScores(items: readonly (ClassifiedItem | null)[]): Scores {
  const highest: Partial<Record<ModerationCategory, number>> = {};
  for (const item of items) {
    for (const { category, score } of item?.scores ?? []) {
      highest[category] = Math.max(highest[category] ?? 0, score);
    }
  }
  return highest;
}

const STEPS = [
  ['reject', 'REJECT'],
  ['hold', 'HOLD'],
  ['nudge', 'NUDGE'],
  ['sensitive', 'SENSITIVE'],
] as const;

/** The strictest outcome whose threshold some category reaches; of several, the one with the highest score. */
export function judge(scores: Scores, thresholds: readonly Thresholds[]): Verdict {
  for (const [step, outcome] of STEPS) {
    let highest = 0;
    let category: Verdict['category'] = null;
    for (const row of thresholds) {
      const [score, from] = [scores[row.category] ?? 0, row[step]];
      if (from !== null && score >= from && score > highest) [highest, category] = [score, row.category];
    }
    if (category !== null) return { outcome, category };
  }
  return { outcome: 'ALLOW', category: null };
}

const STRICTNESS: readonly ScreeningOutcome[] = ['ALLOW', 'SENSITIVE', 'NUDGE', 'HOLD', 'REJECT'];

export const stricter = (one: Verdict, other: Verdict): Verdict =>
  STRICTNESS.indexOf(other.outcome) > STRICTNESS.indexOf(one.outcome) ? other : one;

const WORDS = /[\p{L}\p{M}\p{N}]+/gu;
const HOSTS = /[\p{L}\p{N}-]{1,63}(?:\.[\p{L}\p{N}-]{1,63}){1,6}/gu;

/** An entry as it is stored and compared; null for one that no text can contain. */
export function foldedEntry(kind: BlockListKind, entry: string): string | null {
  const folded = foldedLetters(entry);
  if (kind === 'LINK') {
    const [host] =
      folded
        .replace(/^https?:\/\//u, '')
        .replace(/^www\./u, '')
        .match(HOSTS) ?? [];
    return host ?? null;
  }
  const words = folded.match(WORDS) ?? [];
  return words.length === 0 || words.length > ENTRY_WORDS_MAX ? null : words.join(' ');
}

/** The strictest action of block lists about the texts, or null. The work is linear in their length. */
export function blockedBy(blocked: BlockedTexts, texts: readonly string[]): BlockListAction | null {
  let found: BlockListAction | null = null;
  if (blocked.WORD.size === 0 && blocked.LINK.size === 0) return null;
  for (const text of texts) {
    const folded = foldedLetters(text);
    for (const action of actionsOf(blocked, folded)) {
      if (action === 'REJECT') return action;
      found = action;
    }
  }
  return found;
}

/** Tells whether block lists name a link of the text. */
export const hasBlockedLink = ({ LINK: links }: BlockedTexts, text: string): boolean =>
  links.size > 0 && blockedBy({ WORD: NOTHING, LINK: links }, [text]) !== null;

const NOTHING: BlockedTexts['WORD'] = new Map();

function* actionsOf({ WORD: words, LINK: links }: BlockedTexts, folded: string): Generator<BlockListAction> {
  if (words.size > 0) {
    const given = folded.match(WORDS) ?? [];
    for (let start = 0; start < given.length; start += 1) {
      let run = '';
      for (const word of given.slice(start, start + ENTRY_WORDS_MAX)) {
        run = run === '' ? word : `${run} ${word}`;
        const action = words.get(run);
        if (action) yield action;
      }
    }
  }
  if (links.size === 0) return;
  for (const host of folded.match(HOSTS) ?? []) {
    // A domain blocks its subdomains.
    for (let rest = host; rest.includes('.'); rest = rest.slice(rest.indexOf('.') + 1)) {
      const action = links.get(rest);
      if (action) yield action;
    }
  }
}

export const thresholdsOf = (all: readonly Thresholds[], kind: ScreenedKind): readonly Thresholds[] =>
  all.filter((row) => row.kind === kind);
