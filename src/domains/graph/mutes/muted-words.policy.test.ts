import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import fc from 'fast-check';
import { sql } from 'kysely';
import { openDatabase } from '#platform/db/connection.ts';
import type { Db } from '#platform/db/database.ts';
import { createLogger } from '#platform/kernel/logger.ts';
import { testDatabase } from '#test/support/database.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { testWorld } from '#test/support/world.ts';
import { foldedPhrase, patternOf } from './muted-words.policy.ts';
import type { MutedWordTarget } from './muted-words.types.ts';
import { containsMutedWordSql } from './mutes.policy.ts';

type Case = { readonly text: string; readonly phrase: string; readonly targets: readonly MutedWordTarget[] };

const BOTH = ['TEXT', 'HASHTAGS'] as const;

/** Letters, marks, digits and signs of many scripts, all regular expression operators, and characters that folding changes. */
const CHARACTERS = [
  ...Array.from('aaabbzKskßſéĞİıIi019_'),
  ...Array.from('##  \n\t.,:;!?\'"-–—…’()[]{}<>/\\|^$*+&%@=~`'),
  ...Array.from('ΑΣσςЖжёЙאבשءبתाकिक्त한국어ა日本東京カーひらไทยກခក'),
  ...Array.from('ﬁＡ①½㈱\u00a0\u1680\u2028\u3000、。،؟।॥·'),
  'a\u0301',
  '\u0301',
  'ب\u064e',
  '👍🏽',
  '❤\ufe0f',
  '👩‍👩‍👧',
  '\u200b',
  '🇫🇷',
  '\u212a',
];
const randomText = (maxLength: number): fc.Arbitrary<string> =>
  fc.array(fc.constantFrom(...CHARACTERS), { maxLength }).map((parts) => parts.join(''));
const targets = fc.subarray([...BOTH], { minLength: 1 });

/** Texts that mostly contain the phrase, in another case or form, between random characters. */
const randomCase: fc.Arbitrary<Case> = fc
  .record({
    phrase: randomText(4).filter((phrase) => foldedPhrase(phrase) !== ''),
    shape: fc.constantFrom<((phrase: string) => string)[]>(
      (phrase) => phrase,
      (phrase) => phrase.toUpperCase(),
      (phrase) => phrase.replaceAll(' ', ' \n\t'),
      (phrase) => phrase.normalize('NFKD'),
      (phrase) => `#${phrase}`,
      (phrase) => phrase.replace(/^#/, ''),
      (phrase) => phrase.slice(1),
    ),
    before: randomText(4),
    after: randomText(4),
    targets,
  })
  .map(({ phrase, shape, before, after, targets }) => ({
    phrase,
    targets,
    text: `${before}${shape(phrase)}${after}`.toWellFormed().normalize('NFC'),
  }));

test('the database matches what the reference implementation matches, in any text and for any phrase', async (t) => {
  const db = await openTestDatabase(t);
  const verdicts = { found: 0, missed: 0 };
  const property = fc.asyncProperty(
    fc.array(randomCase, { minLength: 250, maxLength: 250 }),
    async (cases) => {
      const found = await foundByDatabase(db, cases);
      for (const [index, one] of cases.entries()) {
        const isDue = isFound(one);
        assert.equal(found[index], isDue, JSON.stringify({ ...one, pattern: patternFor(one) }));
        verdicts[isDue ? 'found' : 'missed'] += 1;
      }
    },
  );
  // Shrinking would take minutes, and the message names the failing case.
  await fc.assert(property, { numRuns: 20, endOnFailure: true });
  assert.ok(verdicts.found > 1_000 && verdicts.missed > 1_000, JSON.stringify(verdicts));
});

test('signs that keyboards exchange are alike, and letters with and without accents', async (t) => {
  const db = await openTestDatabase(t);
  const spellings = [
    ["don't", 'don\u2019t', 'don\u2018t', 'don\u02bct'],
    ['"so"', '\u201cso\u201d', '\u201eso\u201c', '\u00abso\u00bb'],
    ['semi-final', 'semi\u2011final', 'semi\u2013final', 'semi\u2212final'],
    ["bob's burgers", 'Bob\u2019s Burgers'],
    ['l\u00b4eau', "l'eau", 'l\u2032eau'],
    ['café', 'cafe', 'Cafe\u0301', 'CAFÉ'],
    ['smørrebrød', 'Smorrebrod'],
    ['ёлка', 'елка'],
    ['tiếng việt', 'tieng viet'],
    ['diyarbakır', 'Diyarbakir', 'DİYARBAKIR'],
  ];
  const cases = spellings.flatMap((forms) =>
    forms.flatMap((phrase) =>
      forms.map((text): Case => ({ phrase, text: `I said ${text} again`, targets: ['TEXT'] })),
    ),
  );
  assert.deepEqual(
    await foundByDatabase(db, cases),
    cases.map(() => true),
  );
  const apart: readonly (readonly [phrase: string, text: string])[] = [
    ["don't", 'dont don t'],
    ['가', '각'],
    ['か', 'が'],
    ['да', 'da'],
    ['कु', 'क'],
  ];
  assert.deepEqual(
    await foundByDatabase(
      db,
      apart.map(([phrase, text]): Case => ({ phrase, text, targets: ['TEXT'] })),
    ),
    apart.map(() => false),
  );
});

test('every character matches itself and its lower case', async (t) => {
  const db = await openTestDatabase(t);
  const characters = await assignedCharacters(db);
  assert.ok(characters.length > 40_000);
  const cases: Case[] = [];
  for (let start = 0; start < characters.length; start += CHARACTERS_OF_PHRASE) {
    const some = characters.slice(start, start + CHARACTERS_OF_PHRASE);
    const small = some.map((one) => (Array.from(one.toLowerCase()).length === 1 ? one.toLowerCase() : one));
    const phrase = `see ${some.join(' ')}`;
    cases.push({ phrase, text: phrase, targets: ['TEXT'] });
    cases.push({ phrase, text: `See\n${small.join('  ')}`, targets: ['TEXT'] });
  }
  const found = await foundByDatabase(db, cases);
  assert.deepEqual(
    cases.filter((_, index) => found[index] !== true),
    [],
  );
});

const CHARACTERS_OF_PHRASE = 40;

test('every letter, mark and digit of scripts with spaces is a word character, and no common sign is one', () => {
  // The pattern of a one-letter phrase has no syntax in which the two engines differ.
  const pattern = new RegExp(patternOf('a', ['TEXT']) ?? '', 'u');
  const wrong = folded([0xa1, 0x2000], [0xa640, 0xac00], [0xac00, 0xd7fc]).filter(
    (one) => SPACED_SCRIPTS.test(one) && isOfWords(one) && pattern.test(`a${one}`),
  );
  assert.deepEqual(wrong, []);
  const signs = folded([0x21, 0x2c2], [0x2000, 0x2c00], [0x1f300, 0x1fb00]).filter((one) =>
    /[[\p{P}\p{S}\p{Z}\p{Cf}]--[_]]/v.test(one),
  );
  assert.ok(signs.length > 3_000);
  assert.deepEqual(
    signs.filter((one) => !pattern.test(`a${one}`) || !pattern.test(`${one}a`)),
    ['#'],
  );
});

const SPACED_SCRIPTS =
  /[\p{sc=Latn}\p{sc=Grek}\p{sc=Cyrl}\p{sc=Armn}\p{sc=Hebr}\p{sc=Arab}\p{sc=Deva}\p{sc=Beng}\p{sc=Guru}\p{sc=Gujr}\p{sc=Orya}\p{sc=Taml}\p{sc=Telu}\p{sc=Knda}\p{sc=Mlym}\p{sc=Sinh}\p{sc=Geor}\p{sc=Ethi}\p{sc=Hang}]/u;

/** The characters of these ranges that a folded text can contain. */
function folded(...ranges: readonly (readonly [from: number, to: number])[]): string[] {
  const characters: string[] = [];
  for (const [from, to] of ranges) {
    for (let code = from; code < to; code += 1) {
      const one = String.fromCodePoint(code);
      if (foldedPhrase(one) === one && !/\p{Cn}/u.test(one)) characters.push(one);
    }
  }
  return characters;
}

test('a phrase is matched literally and never as a regular expression, at any length', async (t) => {
  const db = await openTestDatabase(t);
  const traps = [
    '(a+)+$',
    '(.*)*b',
    'a{1000}',
    '\\',
    '\\w',
    '[[:alpha:]]',
    '[^a',
    '***=a',
    '(?i)a',
    'a|b',
    '\\u0061',
    '$1',
    '.',
    '(?<!',
    '🇫🇷'.repeat(100),
    '('.repeat(100),
    `${'a'.repeat(99)}!`,
    'a '.repeat(50),
    'e\u0301\u0302'.repeat(100),
  ];
  const cases = traps.flatMap((phrase): Case[] => [
    { phrase, text: `${'a'.repeat(2_000)} ${phrase}`, targets: BOTH },
    { phrase, text: 'a'.repeat(2_200), targets: BOTH },
  ]);
  // A pattern that backtracks over such texts would exceed the statement timeout.
  const found = await foundByDatabase(db, cases);
  assert.deepEqual(found, cases.map(isFound));
  assert.deepEqual(
    found,
    traps.flatMap(() => [true, false]),
  );
});

test('two hundred phrases that a text nearly contains cost little more than one', async (t) => {
  const db = await openTestDatabase(t);
  const viewer = { id: '01900000-0000-7000-8000-000000000001', now: NOW };
  await sql`insert into users (id, provider, subject, username, display_name, created_at, updated_at)
    values (${viewer.id}, 'test', '1', 'user1', 'Somebody', ${NOW}, ${NOW})`.execute(db);
  const mute = async (count: number, phraseOf: (index: number) => string): Promise<void> => {
    const phrases = Array.from({ length: count }, (_, index) => phraseOf(index));
    await sql`delete from muted_words`.execute(db);
    await sql`insert into muted_words (id, user_id, phrase, targets, pattern, created_at)
      select gen_random_uuid(), ${viewer.id}, phrase, '{TEXT,HASHTAGS}', pattern, ${NOW}
      from unnest(${phrases}::text[], ${phrases.map((phrase) => patternOf(phrase, BOTH))}::text[]) w (phrase, pattern)`.execute(
      db,
    );
  };
  const fastestMs = async (): Promise<number> => {
    const times: number[] = [];
    for (let turn = 0; turn < 8; turn += 1) {
      const start = performance.now();
      const { rows } = await sql<{ count: number }>`
        select count(*)::integer as count from (
          select 'a ' || repeat('word ', 20) || n || ' and a cat 東京 #tag' as text from generate_series(1, 200) n offset 0) t
        where not ${containsMutedWordSql(viewer, sql.ref('t.text'), null)}`.execute(db);
      times.push(performance.now() - start);
      assert.equal(rows[0]?.count, 200);
    }
    return Math.min(...times);
  };
  await mute(1, () => 'rain');
  const one = await fastestMs();
  for (const phraseOf of [
    (index: number) => `a ${'x'.repeat(80)}${index}`,
    (index: number) => `word${index}`,
    (index: number) => `a cat${index}`,
    (index: number) => `京${String.fromCodePoint(0x4e00 + index)}`,
  ]) {
    await mute(200, phraseOf);
    const many = await fastestMs();
    assert.ok(many < 6 * one, `${phraseOf(7)}: ${many} ms against ${one} ms`);
  }
});

test('a word that four phrases of a user are looked up by is the anchor of no fifth that has another', async (t) => {
  const world = await testWorld(t);
  const [ada, ben] = [await world.user('ada'), await world.user('ben')];
  const phrases = ['a cat', 'a dog!', 'aß, cat', 'cat?', '#cat', 'cat', 'cat 1', '東京都', '!'];
  for (const [person, some] of [
    [ben, ['cat', 'one cat']],
    [ada, phrases],
  ] as const) {
    for (const phrase of some) {
      await person.do(
        'mutation ($phrase: String!) { addMutedWord(input: { phrase: $phrase }) { errors { code } } }',
        {
          phrase,
        },
      );
    }
  }
  const { rows } = await sql<{ anchor: string }>`
    select anchor from muted_words where user_id = ${uuidOf(ada.id)} order by id`.execute(
    world.app.services.db,
  );
  assert.deepEqual(
    rows.map(({ anchor }) => anchor),
    ['cat', 'dog', 'cat', 'cat', 'cat', 'cat', '1', '東京', '!'],
  );
});

test('a phrase is stored in lower case, compatible forms and single spaces', () => {
  for (const [phrase, folded] of [
    ['  Spoiler\n\tALERT ', 'spoiler alert'],
    ['Ｆｕｌｌ　ﬁne', 'full fine'],
    ['ΛΌΓΟΣ', 'λόγος'],
    ['İSTANBUL', 'istanbul'],
    ['e\u0301', 'é'],
    ['\u0301', ''],
    ['l\u00b4eau', "l'eau"],
    ['#Cats', '#cats'],
    [' \u00a0 ', ''],
  ] as const) {
    assert.equal(foldedPhrase(phrase), folded);
  }
});

test('a phrase that cannot be a hashtag is not matched against hashtags', () => {
  for (const phrase of ['cats', '#cats', '日本', 'snake_case', 'किताब', '2026']) {
    assert.equal(typeof patternOf(phrase, ['HASHTAGS']), 'string', phrase);
  }
  for (const phrase of ['##cats', '#', 'two words', 'c++', '👍']) {
    assert.equal(patternOf(phrase, ['HASHTAGS']), null, phrase);
    assert.equal(patternOf(phrase, BOTH), patternOf(phrase, ['TEXT']), phrase);
  }
});

async function openTestDatabase(t: TestContext): Promise<Db> {
  const { connectionString } = await testDatabase(t);
  const log = createLogger({ level: 'silent' });
  const settings = { lanes: 1, transactionPoolSize: 1, statementTimeoutMs: 30_000, log };
  const database = await openDatabase({ ...settings, connectionString });
  t.after(() => database.close());
  return database.db;
}

const NOW = new Date('2026-03-01T12:00:00Z');

const patternFor = ({ phrase, targets }: Case): string | null => patternOf(foldedPhrase(phrase), targets);

/** Gives each case a user with one muted word, and matches all cases by one statement, as a list does. */
async function foundByDatabase(db: Db, cases: readonly Case[]): Promise<boolean[]> {
  const phrases = cases.map(({ phrase }) => foldedPhrase(phrase));
  await sql`delete from muted_words`.execute(db);
  await sql`insert into users (id, provider, subject, username, display_name, created_at, updated_at)
    select ${idSql}, 'test', n::text, 'user' || n, 'Somebody', ${NOW}, ${NOW}
    from generate_series(1, ${cases.length}::integer) n on conflict do nothing`.execute(db);
  await sql`insert into muted_words (id, user_id, phrase, targets, pattern, created_at)
    select ${idSql}, ${idSql}, phrase, string_to_array(targets, ','), pattern, ${NOW}
    from unnest(${phrases}::text[], ${cases.map(({ targets }) => targets.join())}::text[],
      ${cases.map(patternFor)}::text[]) with ordinality w (phrase, targets, pattern, n)
    where pattern is not null`.execute(db);
  // Every other phrase is looked up by its second choice, as when other phrases have its longest word.
  await sql`update muted_words set anchor = muted_word_anchor(needle, array_fill(anchor, '{4}'))
    where get_byte(uuid_send(user_id), 15) % 2 = 0`.execute(db);
  const viewer = { id: sql.ref<string>('c.user_id'), now: NOW };
  const { rows } = await sql<{ found: boolean }>`
    select ${containsMutedWordSql(viewer, sql.ref('c.text'), null)} as found
    from (
      select n, ${idSql} as user_id, text from unnest(${cases.map(({ text }) => text)}::text[]) with ordinality t (text, n)
    ) c order by n`.execute(db);
  return rows.map((row) => row.found);
}

const idSql = sql`('01900000-0000-7000-8000-' || lpad(to_hex(n), 12, '0'))::uuid`;

/** Characters assigned in the Unicode version of the database, too, which may be older; without the many ideographs. */
async function assignedCharacters(db: Db): Promise<string[]> {
  const characters: string[] = [];
  for (let code = 0x20; code < 0x110000; code += 1) {
    const character = String.fromCodePoint(code);
    if (!/[\p{Cc}\p{Cs}\p{Cn}\p{Co}\p{Unified_Ideograph}]/u.test(character)) characters.push(character);
  }
  const { rows } = await sql<{ character: string }>`
    select character from unnest(${characters}::text[]) character where unicode_assigned(character)`.execute(
    db,
  );
  return rows.map((row) => row.character);
}

/** Reference implementation, character by character, without the regular expressions under test. */
function isFound({ text, phrase, targets }: Case): boolean {
  const wanted = alike(phrase.trim().split(/\s+/).join(' ')).join('').trim().split(/\s+/).join(' ');
  const characters = alike(text);
  return (
    (targets.includes('TEXT') && isInText(characters, Array.from(wanted))) ||
    (targets.includes('HASHTAGS') && hashtagsIn(characters).includes(wanted.replace(/^#/, '')))
  );
}

/** Normalizes the text so that characters that match each other are equal. */
function alike(text: string): string[] {
  const letters = text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{sc=Inherited}/gu, (mark) => (mark >= '\u0300' && mark <= '\u036f' ? '' : mark));
  return Array.from(letters.normalize('NFC')).map((one) => {
    if (one === 'ς') return 'σ';
    if (one === 'ı') return 'i';
    if (/^[\u2018-\u201b\u02b9\u02bb\u02bc\u2032]$/.test(one)) return "'";
    if (/^[\u201c-\u201f\u00ab\u00bb]$/.test(one)) return '"';
    return /^[\u2010-\u2015\u2212]$/.test(one) ? '-' : one;
  });
}

function isInText(text: readonly string[], phrase: readonly string[]): boolean {
  return text.some((_, start) => {
    const end = endOfMatch(text, phrase, start);
    if (end === null || text[start - 1] === '#') return false;
    const isTornBefore = isSpaced(phrase.at(0)) && isSpaced(text[start - 1]);
    const isTornAfter = isSpaced(phrase.at(-1)) && isSpaced(text[end]);
    return !isTornBefore && !isTornAfter;
  });
}

/** End of the match that begins at `start`; null without one. A space of the phrase matches any white space. */
function endOfMatch(text: readonly string[], phrase: readonly string[], start: number): number | null {
  let at = start;
  for (const one of phrase) {
    if (one === ' ') {
      if (!/\s/.test(text[at] ?? '')) return null;
      while (/\s/.test(text[at] ?? '')) at += 1;
    } else {
      if (text[at] !== one) return null;
      at += 1;
    }
  }
  return at;
}

function hashtagsIn(text: readonly string[]): string[] {
  return text.flatMap((one, sign) => {
    if (one !== '#' || isSpaced(text[sign - 1])) return [];
    const length = text.slice(sign + 1).findIndex((next) => !isOfWords(next));
    const name = text.slice(sign + 1, length === -1 ? undefined : sign + 1 + length).join('');
    return name === '' ? [] : [name];
  });
}

const isOfWords = (character = ''): boolean =>
  /^[\p{L}\p{M}\p{N}_]$/u.test(character) && !/\p{Variation_Selector}/u.test(character);

const SPACELESS =
  /[ー〆々〇\p{sc=Han}\p{sc=Hira}\p{sc=Kana}\p{sc=Bopo}\p{sc=Thai}\p{sc=Laoo}\p{sc=Tibt}\p{sc=Mymr}\p{sc=Khmr}]/u;

/** Whether a character belongs to words in a script with spaces. */
const isSpaced = (character = ''): boolean => isOfWords(character) && !SPACELESS.test(character);
