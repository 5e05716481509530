/** Beginnings of what a pattern matches: whole first words, and those that what follows may continue. */
type Heads = { readonly whole: ReadonlySet<string>; readonly open: ReadonlySet<string> };

const NOTHING: Heads = { whole: new Set(), open: new Set() };
const EMPTY: Heads = { whole: new Set(), open: new Set(['']) };
/** A pattern with more first words is tried at each word instead. */
const WORDS_MAX = 4_000;

/**
 * The first words of all that a pattern matches, by which it needs to be tried at these words alone; null when they cannot be
 * listed. Knows what our patterns are made of: letters, groups, looks, `?`, bounded repetitions and classes of characters.
 */
export function firstWordsOf(pattern: string): ReadonlySet<string> | null {
  const { heads, end } = headsOfChoice(pattern, 0);
  if (heads === null || end < pattern.length) return null;
  const words = new Set([...heads.whole, ...heads.open]);
  return words.has('') || words.size > WORDS_MAX ? null : words;
}

type Read = { readonly heads: Heads | null; readonly end: number };

function headsOfChoice(pattern: string, start: number): Read {
  const first = headsOfSequence(pattern, start);
  let heads = first.heads;
  let end = first.end;
  while (pattern.charAt(end) === '|') {
    const next = headsOfSequence(pattern, end + 1);
    heads = heads && next.heads && union(heads, next.heads);
    end = next.end;
  }
  return { heads, end };
}

function headsOfSequence(pattern: string, start: number): Read {
  let heads: Heads | null = EMPTY;
  let at = start;
  while (at < pattern.length && pattern.charAt(at) !== '|' && pattern.charAt(at) !== ')') {
    const atom = headsOfAtom(pattern, at);
    const [, sign = ''] = /^(\?|\*|\+|\{\d+(?:,\d*)?\})?/.exec(pattern.slice(atom.end, atom.end + 8)) ?? [];
    at = atom.end + sign.length;
    if (heads !== null && heads.open.size > 0) heads = followedBy(heads, repeated(atom.heads, sign));
  }
  return { heads, end: at };
}

function repeated(heads: Heads | null, sign: string): Heads | null {
  if (sign === '' || heads === null) return heads;
  if (sign === '?') return union(EMPTY, heads);
  // Only what ends its words can be repeated without making others.
  if (heads.open.size > 0) return null;
  return sign === '*' || sign.startsWith('{0') ? union(EMPTY, heads) : heads;
}

function headsOfAtom(pattern: string, at: number): Read {
  const sign = pattern.charAt(at);
  if (sign === ' ') return { heads: { whole: new Set(['']), open: new Set() }, end: at + 1 };
  if (sign === '$') return { heads: EMPTY, end: at + 1 };
  if (sign === '(') {
    const opening = /^\((?:\?(?::|=|!|<=|<!))?/.exec(pattern.slice(at, at + 4))?.[0] ?? '(';
    const inner = headsOfChoice(pattern, at + opening.length);
    const isLook = opening !== '(?:' && opening !== '(';
    return { heads: isLook ? EMPTY : inner.heads, end: inner.end + 1 };
  }
  if (sign === '[') {
    const end = pattern.indexOf(']', at) + 1;
    const characters = pattern.slice(at + 1, end - 1).replaceAll(/(\d)-(\d)/g, digitsBetween);
    return { heads: /[\^\\-]/.test(characters) ? null : { ...NOTHING, open: new Set(characters) }, end };
  }
  if (sign === '\\' || sign === '.') return { heads: null, end: at + (sign === '.' ? 1 : 2) };
  return { heads: { ...NOTHING, open: new Set([sign]) }, end: at + 1 };
}

const digitsBetween = (_: string, first: string, last: string): string =>
  '0123456789'.slice(Number(first), Number(last) + 1);

const union = (one: Heads, other: Heads): Heads => ({
  whole: one.whole.union(other.whole),
  open: one.open.union(other.open),
});

function followedBy(heads: Heads, next: Heads | null): Heads | null {
  if (next === null || heads.open.size * (next.whole.size + next.open.size) > WORDS_MAX) return null;
  const whole = new Set(heads.whole);
  const open = new Set<string>();
  for (const head of heads.open) {
    for (const end of next.whole) whole.add(head + end);
    for (const end of next.open) open.add(head + end);
  }
  return { whole, open };
}

/** The choices of a pattern that stand in no group. */
export function choicesOf(pattern: string): readonly string[] {
  const choices: string[] = [];
  let depth = 0;
  let start = 0;
  for (let at = 0; at < pattern.length; at += 1) {
    const sign = pattern.charAt(at);
    if (sign === '(') depth += 1;
    else if (sign === ')') depth -= 1;
    else if (sign === '|' && depth === 0) {
      choices.push(pattern.slice(start, at));
      start = at + 1;
    }
  }
  return [...choices, pattern.slice(start)];
}
