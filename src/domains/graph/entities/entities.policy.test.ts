import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { AppError } from '#platform/kernel/errors.ts';
import { defaultLimits } from '#domains/modules.ts';
import { type FoundEntity, hashtagNameOf, parseEntities } from './entities.policy.ts';

const BOUNDLESS = { ...defaultLimits, textMentions: Infinity, textHashtags: Infinity, textLinks: Infinity };
const findEntities = (text: string): readonly FoundEntity[] => parseEntities(text, BOUNDLESS, []);

/** An expected entity: its text and its properties. */
const found = (text: string): string[][] =>
  findEntities(text).map((entity) => [text.slice(entity.start, entity.end), meaningOf(entity)]);

function meaningOf(entity: FoundEntity): string {
  if (entity.kind === 'MENTION') return entity.username;
  return entity.kind === 'HASHTAG' ? entity.name : entity.url;
}

const EXAMPLES: Readonly<Record<string, readonly string[][]>> = {
  'Hello @ada.': [['@ada', 'ada']],
  '.@Ada.Lovelace, (@b_n)': [
    ['@Ada.Lovelace', 'ada.lovelace'],
    ['@b_n', 'b_n'],
  ],
  '＠ada ＃café': [
    ['＠ada', 'ada'],
    ['＃café', 'café'],
  ],
  'ada@example.com @ada@m.social @@ada @adaé @ada://x x/@ada': [],
  '@ada..b @ada... @...ada': [
    ['@ada', 'ada'],
    ['@ada', 'ada'],
  ],
  '@adaさん、これ#本': [
    ['@ada', 'ada'],
    ['#本', '本'],
  ],
  '👩‍👩‍👧@ada😀#go😀': [
    ['@ada', 'ada'],
    ['#go', 'go'],
  ],
  '#Straße #STRASSE #ΣΑΣ #σας #İstanbul #ａｂ #Å #Å': [
    ['#Straße', 'straße'],
    ['#STRASSE', 'strasse'],
    ['#ΣΑΣ', 'σασ'],
    ['#σας', 'σασ'],
    ['#İstanbul', 'istanbul'],
    ['#ａｂ', 'ab'],
    ['#Å', 'å'],
    ['#Å', 'å'],
  ],
  '#1 #2026 #_ #½x #ﷺ a#b &#x27; /#top # # a #️⃣ #⃣': [],
  '##two #a1 #1a #नमस्ते #a-b #a#b': [
    ['#two', 'two'],
    ['#a1', 'a1'],
    ['#1a', '1a'],
    ['#नमस्ते', 'नमस्ते'],
    ['#a', 'a'],
    ['#a', 'a'],
  ],
  'See https://x.example/a. (http://y.example/b?c=d#e), "HTTPS://Z.example/"!': [
    ['https://x.example/a', 'https://x.example/a'],
    ['http://y.example/b?c=d#e', 'http://y.example/b?c=d#e'],
    ['HTTPS://Z.example/', 'https://z.example/'],
  ],
  'https://w.example/Oslo_(a)) https://w.example/@ada/#tag': [
    ['https://w.example/Oslo_(a)', 'https://w.example/Oslo_(a)'],
    ['https://w.example/@ada/#tag', 'https://w.example/@ada/#tag'],
  ],
  '見てhttps://x.example。次 https://ü.example/ä': [
    ['https://x.example', 'https://x.example/'],
    ['https://ü.example/ä', 'https://xn--tda.example/%C3%A4'],
  ],
  'https://bank.example@evil.example https://a:b@c.example https:// https://. http://localhost/#a ftp://x.example javascript:alert(1) xhttps://x.example':
    [],
};

/** Words with joiners, each with its name. */
const JOINED: Readonly<Record<string, string>> = {
  '#نرم\u200cافزار': 'نرمافزار',
  '#می\u200cخواهم': 'میخواهم',
  '#क्\u200dष': 'क्ष',
  '#ശ്രീ\u200cലങ്ക': 'ശ്രീലങ്ക',
  '#col·lecció': 'collecció',
  '#COL·LECCIÓ': 'collecció',
};

test('a hashtag goes on over the joiners of its script, and is the same without them', () => {
  for (const [written, name] of Object.entries(JOINED)) {
    assert.deepEqual(found(`See ${written}, there`), [[written, name]], written);
    assert.equal(hashtagNameOf(written), name);
    assert.equal(hashtagNameOf(` ${written} `), name);
    assert.equal(hashtagNameOf(name), name);
  }
  // Where no script has them they end the word.
  assert.deepEqual(found('#a\u200cb #نرم\u200c #a·b #l· #\u200cنرم'), [
    ['#a', 'a'],
    ['#نرم', 'نرم'],
    ['#a', 'a'],
    ['#l', 'l'],
  ]);
  assert.equal(hashtagNameOf('a\u200cb'), null);
});

test('mentions, hashtags and links are found in ordinary prose', () => {
  for (const [text, expected] of Object.entries(EXAMPLES)) assert.deepEqual(found(text), expected, text);
});

const LETTER = /^[\p{L}\p{M}\p{N}_]$/u;
const WITHOUT_SPACES =
  /^[\p{scx=Han}\p{scx=Hiragana}\p{scx=Katakana}\p{scx=Thai}\p{scx=Lao}\p{scx=Khmer}\p{scx=Myanmar}\p{scx=Tibetan}\p{Me}\p{Variation_Selector}]$/u;
const isOfWord = (point = ''): boolean => LETTER.test(point) && !WITHOUT_SPACES.test(point);
const isOfHashtag = (point = ''): boolean => LETTER.test(point) && !/^\p{Variation_Selector}$/u.test(point);
const isShaped = (point = ''): boolean =>
  /^[\p{sc=Arab}\p{sc=Syrc}\p{sc=Mong}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}]$/u.test(
    point,
  );
const isL = (point = ''): boolean => /^[lL]$/.test(point);
const isJoined = (points: readonly string[], index: number): boolean => {
  const [before, here = '', behind] = points.slice(index - 1, index + 2);
  if (/^[\u200c\u200d]$/.test(here)) return isShaped(before) && isShaped(behind);
  return /^[\u00b7\u2027]$/.test(here) && isL(before) && isL(behind);
};
const isOfName = (point = ''): boolean => /^[A-Za-z0-9_]$/.test(point);
const isOfLink = (point = ''): boolean =>
  /^[\p{L}\p{M}\p{N}]$/u.test(point) || (point !== '' && "-._~:/?#[]@!$&'()*+,;=%".includes(point));

/** A slow reference implementation: scans the text code point by code point and checks the neighbours of each entity. */
function foundByDefinition(text: string): string[][] {
  const points = Array.from(text);
  const results: string[][] = [];
  for (let at = 0; at < points.length;) {
    const [length, result] = thingAt(points, at);
    if (result) results.push(result);
    at += Math.max(length, 1);
  }
  return results;
}

function thingAt(points: readonly string[], at: number): [length: number, result: string[] | null] {
  const [before = '', here = ''] = [points[at - 1], points[at]];
  if (isOfWord(before)) return [1, null];
  const scheme = /^https?:\/\//i.exec(points.slice(at, at + 8).join(''))?.[0];
  if (scheme !== undefined && isOfLink(points[at + scheme.length])) {
    const address = run(points, at, isOfLink);
    return [address.length, linkOf(address)];
  }
  if ('@＠'.includes(here) && !'@＠#＃/=&+'.includes(before || ' ') && isOfName(points[at + 1])) {
    const inName = (point: string, index: number) =>
      isOfName(point) || (point === '.' && isOfName(points[index - 1]) && isOfName(points[index + 1]));
    const name = run(points, at + 1, inName).join('');
    const behind = points.slice(at + 1 + name.length);
    const goesOn =
      isOfWord(behind[0]) || '@＠'.includes(behind[0] ?? ' ') || behind.slice(0, 3).join('') === '://';
    return [1 + name.length + (goesOn ? 1 : 0), goesOn ? null : [here + name, name.toLowerCase()]];
  }
  if ('#＃'.includes(here) && !'&/'.includes(before || ' ')) {
    const written = run(points, at + 1, (point, index) => isOfHashtag(point) || isJoined(points, index));
    const name = hashtagNameOf(written.join(''));
    return [1 + written.length, name === null ? null : [here + written.join(''), name]];
  }
  return [1, null];
}

function run(
  points: readonly string[],
  from: number,
  belongs: (point: string, index: number) => boolean,
): string[] {
  const end = points.findIndex((point, index) => index >= from && !belongs(point, index));
  return points.slice(from, end === -1 ? points.length : end);
}

function linkOf(points: readonly string[]): string[] | null {
  let address = points.join('');
  for (;;) {
    const last = address.at(-1) ?? '';
    const opening = { ')': '(', ']': '[' }[last];
    const isSurplus = opening !== undefined && address.split(last).length > address.split(opening).length;
    if (last === '' || !(".,;:!?'*".includes(last) || isSurplus)) break;
    address = address.slice(0, -1);
  }
  if (!URL.canParse(address)) return null;
  const { hostname, username, password, href } = new URL(address);
  const hasDomain = hostname.includes('.') && hostname.split('.').every((part) => part !== '');
  return hasDomain && username + password === '' ? [address, href] : null;
}

const PIECES =
  '@ # ＃ ＠ ada B_n a.b .. . , ! ? : ; ( ) [ ] * \' " / :// & = + - _ 1 42 é ß İ Σ ς 日本 さん ー ไทย ﷺ ½ K 👩‍👩‍👧 نر ‌ ക l · ‧ ️ ⃣ ‍ http:// HTTPS://';
const piece = fc.constantFrom(...PIECES.split(' '), ' ', '\n', 'x.example', '\u0301', '\ud800');
const someText = fc.oneof(
  { weight: 4, arbitrary: fc.array(piece, { maxLength: 24 }).map((pieces) => pieces.join('')) },
  { weight: 1, arbitrary: fc.string({ unit: 'binary' }) },
);

test('the found entities match the reference definition', () => {
  fc.assert(
    fc.property(someText, (text) => assert.deepEqual(found(text), foundByDefinition(text))),
    { numRuns: 20_000 },
  );
});

test('entities are in the order of the text and do not overlap, whatever text surrounds them', () => {
  fc.assert(
    fc.property(someText, (text) => {
      const entities = findEntities(`😀 ${text}`);
      let last = 0;
      for (const { start, end } of entities) {
        assert.ok(last <= start && start < end);
        last = end;
      }
      assert.ok(last <= text.length + 3);
      const moved = findEntities(text).map((one) => ({ ...one, start: one.start + 3, end: one.end + 3 }));
      // Either a space or nothing precedes the text.
      assert.deepEqual(entities, moved);
    }),
  );
});

test('hashtag names are equal with and without the sign and in any case', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme' }), (text) => {
      const name = hashtagNameOf(text);
      if (name === null) return;
      assert.equal(hashtagNameOf(name), name);
      assert.equal(hashtagNameOf(`#${name}`), name);
      assert.deepEqual(
        findEntities(`#${name}`).map((one) => meaningOf(one)),
        [name],
      );
    }),
    { numRuns: 5_000 },
  );
  assert.equal(hashtagNameOf('a'.repeat(100)), 'a'.repeat(100));
  assert.equal(hashtagNameOf('a'.repeat(101)), null);
});

test('more entities of a kind than the limit are refused', () => {
  const kinds = [
    { piece: ' @ada', constraint: 'maxMentions', limit: 50 },
    { piece: ' #tag', constraint: 'maxHashtags', limit: 30 },
    { piece: ' https://x.example', constraint: 'maxLinks', limit: 50 },
  ];
  for (const { piece: one, constraint, limit } of kinds) {
    assert.equal(parseEntities(one.repeat(limit), defaultLimits, ['text']).length, limit);
    assert.throws(
      () => parseEntities(one.repeat(limit + 1), defaultLimits, ['text']),
      (error) => {
        assert.ok(error instanceof AppError);
        assert.deepEqual(
          [error.code, error.inputPath, error.details],
          ['VALIDATION_FAILED', ['text'], { constraint, limit }],
        );
        return true;
      },
    );
  }
});

test('`parseEntities` takes linear time for hostile texts', () => {
  const texts = [
    '@a.',
    '@',
    '#',
    'http://',
    'http://x.example/)',
    'http://x.example/((',
    '#a&',
    '@a@',
    'ｱﾞ#',
  ];
  for (const text of texts) {
    const long = text.repeat(200_000 / text.length);
    const startedAt = performance.now();
    findEntities(long);
    findEntities(`http://x.example/${')'.repeat(200_000)}`);
    assert.ok(performance.now() - startedAt < 2_000, text);
  }
});
