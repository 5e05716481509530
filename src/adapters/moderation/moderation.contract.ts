import assert from 'node:assert/strict';
import { suite, test, type TestContext } from 'node:test';
import { MODERATION_CATEGORIES, type ModerationPort } from '#ports/moderation.ts';

const rest = { images: [], timeLimitMs: 5_000, signal: new AbortController().signal };

/** Contract of what judges content; each adapter runs it against itself. */
export function moderationContract(name: string, open: (t: TestContext) => Promise<ModerationPort>): void {
  suite(`moderation contract: ${name}`, () => {
    test('each text and each image has its item, in their order', async (t) => {
      const moderation = await open(t);
      const image = { bytes: Buffer.from('no picture'), contentType: 'image/webp' };
      const given = { ...rest, texts: ['One.', '', 'Three.'], images: [image] };
      const { provider, model, items } = await moderation.classify(given);
      assert.equal(provider, moderation.provider);
      assert.notEqual(model, '');
      assert.equal(items.length, 4);
      assert.deepEqual((await moderation.classify({ ...rest, texts: [] })).items, []);
    });

    test('scores are above 0 and at most 1, of known categories, each once', async (t) => {
      const moderation = await open(t);
      const texts = ['insulting, you fucking idiot', 'hateful: I will kill you', 'a lovely day'];
      const { items } = await moderation.classify({ ...rest, texts });
      for (const item of items) {
        assert.ok(item);
        const categories = item.scores.map(({ category }) => category);
        assert.equal(new Set(categories).size, categories.length);
        for (const { category, score } of item.scores) {
          assert.ok(MODERATION_CATEGORIES.includes(category));
          assert.ok(score > 0 && score <= 1, `${category} ${score}`);
        }
      }
      assert.deepEqual(
        items.map((item) => (item?.scores.length ?? 0) > 0),
        [true, true, false],
      );
    });

    test('a signal that has aborted ends the call with its reason', async (t) => {
      const moderation = await open(t);
      const signal = AbortSignal.abort(new Error('gone'));
      await assert.rejects(moderation.classify({ ...rest, texts: ['One.'], signal }), { message: 'gone' });
    });
  });
}
