import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Client } from 'pg';
import { testDatabase } from '#test/support/database.ts';
import { foldedCase, foldedLetters, foldedSigns } from './text.ts';

/** Texts with both of their forms. */
const TEXTS: readonly (readonly [text: string, signs: string, letters: string])[] = [
  ['don’t', "don't", "don't"],
  ['l´eau', "l'eau", "l'eau"],
  ['Hawaiʻi ＇so＇ 5′', "Hawai'i 'so' 5'", "hawai'i 'so' 5'"],
  ['“so” „so‟ «so» ＂so＂ 6″', '"so" "so" "so" "so" 6"', '"so" "so" "so" "so" 6"'],
  ['a–b—c‐d‑e−f－g', 'a-b-c-d-e-f-g', 'a-b-c-d-e-f-g'],
  ['Café CAFE\u0301 Ærø', 'Café CAFE\u0301 Ærø', 'cafe cafe æro'],
  ['İSTANBUL Diyarbakır', 'İSTANBUL Diyarbakır', 'istanbul diyarbakir'],
  ['ΛΌΓΟΣ λόγος', 'ΛΌΓΟΣ λόγοσ', 'λογοσ λογοσ'],
  ['Ёлка, Йод', 'Ёлка, Йод', 'елка, иод'],
  ['Tiếng Việt', 'Tiếng Việt', 'tieng viet'],
  ['Ｆｕｌｌ ﬁne ﹘ ½', 'Ｆｕｌｌ ﬁne ﹘ ½', 'full fine - 1⁄2'],
  ['ガ 각 한국어', 'ガ 각 한국어', 'ガ 각 한국어'.normalize('NFKD')],
  ['≠ 👍🏽 ❤️', '≠ 👍🏽 ❤️', '= 👍🏽 ❤️'],
];

test('signs and letters are folded alike in the code and in the database, in every text and by every character', async (t) => {
  const { connectionString } = await testDatabase(t);
  const client = new Client({ connectionString });
  await client.connect();
  type Folded = { readonly text: string; readonly signs: string; readonly letters: string };
  const foldedByDatabase = async (texts: readonly string[]): Promise<readonly Folded[]> => {
    const statement = `select text, fold_signs(text) as signs, fold_letters(text) as letters
      from unnest($1::text[]) with ordinality as t (text, place)
      -- Characters of a later version of Unicode are folded by one of both alone.
      where unicode_assigned(text) order by place`;
    return (await client.query<Folded>(statement, [texts])).rows;
  };
  assert.deepEqual(
    (await foldedByDatabase(TEXTS.map(([text]) => text))).map(Object.values),
    TEXTS.map((row) => [...row]),
  );
  const characters = Array.from({ length: 0x30000 }, (_, code) => code)
    .filter((code) => code > 0 && (code < 0xd800 || code > 0xdfff))
    .map((code) => String.fromCodePoint(code));
  const found = await foldedByDatabase(characters);
  await client.end();
  assert.ok(found.length > 130_000, `${found.length}`);
  assert.deepEqual(
    found.filter(
      ({ text, signs, letters }) => foldedSigns(text) !== signs || foldedLetters(text) !== letters,
    ),
    [],
  );
});

test('cases and compatible forms are one, and accents and signs stay', () => {
  for (const [text, folded] of [
    ['Ｃａｆé', 'café'],
    ['İi', 'ii'],
    ['e\u0301', 'é'],
    ['Don’t', 'don’t'],
  ] as const) {
    assert.equal(foldedCase(text), folded);
  }
});
