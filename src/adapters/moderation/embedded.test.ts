import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ModerationCategory } from '#ports/moderation.ts';
import { measure, readCorpus } from '#test/support/trust/corpus.ts';
import { createEmbeddedModeration } from './embedded.ts';
import { moderationContract } from './moderation.contract.ts';

const moderation = createEmbeddedModeration({ classifyImage: null });
const rest = { images: [], timeLimitMs: 5_000, signal: new AbortController().signal };

moderationContract('embedded', async () => moderation);

async function scoresOf(text: string): Promise<Partial<Record<ModerationCategory, number>>> {
  const [item] = (await moderation.classify({ texts: [text], ...rest })).items;
  return Object.fromEntries((item?.scores ?? []).map(({ category, score }) => [category, score]));
}

test('the rules find what they were written by, with a recall and a precision of at least 0.9', async () => {
  assert.deepEqual(await measure(moderation, readCorpus('tuned')), {
    found: 292,
    missed: 11,
    wronglyFound: 4,
    harmless: 344,
    wronglyHeld: 0,
  });
});

test('they find more than half of what they were not written by, and hold next to nothing that is harmless', async () => {
  assert.deepEqual(await measure(moderation, readCorpus('unseen')), {
    found: 44,
    missed: 31,
    wronglyFound: 1,
    harmless: 74,
    wronglyHeld: 1,
  });
});

test('they find what a first version of them missed', async () => {
  assert.deepEqual(await measure(moderation, readCorpus('held-out')), {
    found: 69,
    missed: 8,
    wronglyFound: 0,
    harmless: 92,
    wronglyHeld: 0,
  });
});

test('disguises change nothing', async () => {
  const disguised = [
    'you asshole',
    'you ASSHOLE',
    'you ａｓｓｈｏｌｅ',
    'you ⓐⓢⓢⓗⓞⓛⓔ',
    'you 🅰🆂🆂🅷🅾🅻🅴',
    'you as\u200bsh\u2060ole',
    'you ass\u00adhole',
    'you àššhölé',
    'you a\u0301\u0302\u0303\u0304ss\u0335hole',
    'you аsshоlе',
    'you a$$h0le',
    'you a55hole',
    'you assssshole',
    'you a s s h o l e',
    'you a.s.s.h.o.l.e',
    'you a-s-s-h-o-l-e',
    'you a**hole',
    'you a*shole!',
    'you (asshole)',
    '"asshole", you',
  ];
  for (const text of disguised) assert.ok(((await scoresOf(text)).INSULT ?? 0) >= 0.6, text);
});

test('whole words and parts of harmless ones count for nothing', async () => {
  for (const text of [
    'Scunthorpe',
    'shiitake',
    'assassin',
    'cocktail',
    'snigger',
    'употреблять',
    'class',
    'Essex',
  ]) {
    assert.deepEqual(await scoresOf(text), {}, text);
  }
});

test('who denies, reports or helps scores less than who threatens', async () => {
  const { THREAT: threat = 0 } = await scoresOf('I will kill you');
  const { THREAT: denied = 0 } = await scoresOf('Nobody said they never want to kill you');
  const { SELF_HARM: incited = 0 } = await scoresOf('kill yourself');
  const { SELF_HARM: helped = 0 } = await scoresOf('Before you kill yourself call the lifeline');
  assert.ok(threat >= 0.85 && incited >= 0.85);
  assert.ok(denied < 0.6 && helped < 0.6);
});

test('a language is known by its script', async () => {
  const texts = ['Hello there', 'Добрый день', '你好', 'გამარჯობა, როგორ ხარ', ''];
  const { items } = await moderation.classify({ texts, ...rest });
  assert.deepEqual(
    items.map((item) => item?.isLanguageKnown),
    [true, true, true, false, true],
  );
});

const LENGTH = 2_200;
const filled = (pattern: string): string =>
  pattern.repeat(Math.ceil(LENGTH / pattern.length)).slice(0, LENGTH);

test('2 200 hostile characters take milliseconds, and four times as many about four times as long', async () => {
  const patterns = [
    'a',
    'f',
    '*',
    '$',
    '.',
    ' ',
    '1',
    '!',
    '\n',
    '的',
    '\u0301',
    '\ufdfa',
    '\ufb03',
    '\u200b',
    '🅰',
    "'",
    'f*',
    'a ',
    'f.',
    'a-',
    'aab',
    '+1 ',
    'a1',
    '$1k ',
    'ass',
    'fuc',
    '|a',
    '@a',
    'a\u0301',
    'аa',

    'i will ',
    'you are such a ',
    'kill all the ',
    'jews are all ',
    'earn ',
    'earn 1',
    'make $',
    'go and please ',
    'https://',
    'www.',
    'click ',
    'congratulations ',
    'contact me ',
    'whatsapp ',
    'you have been ',
    'not you idiot ',
    'halt die ',
    'espece de ',
    'a.b.c ',
    'aaaaaaaaaaa\n',
    '+1 234 ',
    '100 % ',
  ];
  for (const pattern of patterns) {
    const text = filled(pattern);
    const [once, fourTimes] = [await leastMs(text), await leastMs(text.repeat(4))];
    // Tests share their machine: the bounds are several times what is measured on an idle one.
    assert.ok(once < 20, `${JSON.stringify(pattern)} took ${once} ms`);
    assert.ok(fourTimes < 16 * once + 20, `${JSON.stringify(pattern)} took ${once} ms, then ${fourTimes} ms`);
  }
});

async function leastMs(text: string): Promise<number> {
  const times: number[] = [];
  for (let run = 0; run < 9; run += 1) {
    const startedAt = performance.now();
    await moderation.classify({ texts: [text], ...rest });
    times.push(performance.now() - startedAt);
  }
  return Math.min(...times);
}
