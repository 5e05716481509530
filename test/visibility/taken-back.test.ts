import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { sql } from 'kysely';
import { buildSchemas } from '#api/schema.ts';
import { defaultLimits } from '#domains/modules.ts';
import type { Untyped } from '#test/support/actor.ts';
import { rootFieldsOf } from '#test/support/transport/broad-operation.ts';
import {
  type Act,
  ACTS,
  type Fate,
  FATES,
  goPrivate,
  makeSubject,
  NOT_ACTS,
  type SubjectIds,
} from '#test/support/promises/taken-back-tables.ts';
import { uuidOf } from '#test/support/uuid-of.ts';
import { type Person, testWorld, type World } from '#test/support/world.ts';
import { wrongCommentCounters, wrongPostCounters } from '#test/support/content/wrong-counters.ts';

test('the table has every mutation whose name says that it takes something back', () => {
  const named = rootFieldsOf(buildSchemas(defaultLimits).client).flatMap(({ root, field }) =>
    root === 'Mutation' && /^(un|undo|remove|delete|cancel)[A-Z]/.test(field.name) ? [field.name] : [],
  );
  const tabled = new Set([...Object.values(ACTS).map((act) => act.takenBackBy), ...Object.keys(NOT_ACTS)]);
  assert.deepEqual(
    named.filter((name) => !tabled.has(name)),
    [],
  );
});

type Scene = { readonly actor: Person; readonly author: Person; readonly ids: SubjectIds };

/** An act that was done, with all that its documents name. */
type Done = {
  readonly name: string;
  readonly act: Act;
  readonly actor: Person;
  readonly ids: SubjectIds & { readonly made: string };
};

/** The acts by the scene in which they are done. */
const SCENES = Map.groupBy(Object.entries(ACTS), ([, { scene }]) => scene);

describe('every act of a user can be taken back, whatever became of its subject', () => {
  let world: World;
  const ends: (() => unknown)[] = [];
  before(async () => {
    world = await testWorld({ after: (end) => void ends.push(end as () => unknown) });
  });
  after(async () => {
    for (const end of ends) await end();
  });

  for (const [index, [name, fate]] of Object.entries(FATES).entries()) {
    test(`when ${name}`, async () => {
      const actor = await world.user(`actor.${index}`);
      const scenes = new Map<string, Scene>();
      for (const [place, scene] of [...SCENES.keys()].entries()) {
        const author = await world.user(`author.${index}.${place}`);
        const ids = await makeSubject({ author, actor }, `tag${index}of${place}`);
        scenes.set(scene, { actor, author, ids });
        if (scene.endsWith('request')) await goPrivate(author);
      }
      await world.runJobs();
      const done: Done[] = [];
      for (const [act, how] of Object.entries(ACTS)) {
        const scene = scenes.get(how.scene);
        assert.ok(scene);
        done.push(await perform(act, how, scene));
      }
      for (const { author, ids } of scenes.values())
        await fate.befall(world, { author, actor, post: ids.post });
      for (const act of done) await assertTakenBack(act, fate);
      assert.deepEqual([...(await wrongPostCounters(world)), ...(await wrongCommentCounters(world))], []);
    });
  }

  async function perform(name: string, act: Act, { actor, ids }: Scene): Promise<Done> {
    const field = act.does(ids);
    const document = field.endsWith('}')
      ? `${field.slice(0, -1)} errors { code } }`
      : `${field} { errors { code } }`;
    const [payload] = Object.values<Untyped>(await actor.do(`mutation { ${document} }`));
    const made: string = (payload.comment ?? payload.post)?.id ?? ids.post;
    const done = { name, act, actor, ids: { ...ids, made } };
    assert.equal(await rowsOf(done), 1, name);
    return done;
  }

  async function assertTakenBack(done: Done, fate: Fate): Promise<void> {
    const { act, actor, ids, name } = done;
    const { takenBackBy, payload } = act;
    const object = payload ? `${payload.field} { id }` : '';
    const document = `mutation { ${takenBackBy}(input: { ${act.input(ids)} }) { ${object} errors { code } } }`;
    const first = await actor.ask(document);
    assert.deepEqual(first.data?.[takenBackBy]?.errors, [], `${name}: ${JSON.stringify(first)}`);
    assert.equal(await rowsOf(done), 0, name);
    if (payload) {
      const isLost = fate.hides === 'person' || fate.hides === payload.goesWith;
      assert.equal(first.data[takenBackBy][payload.field] === null, isLost, name);
    }
    const again = await actor.ask(document);
    const codes = again.data[takenBackBy].errors.map(({ code }: { code: string }) => code);
    assert.deepEqual(codes, act.isToggle ? [] : ['NOT_FOUND'], `${name}, again`);
  }

  async function rowsOf({ act, actor, ids }: Done): Promise<number> {
    const counted = await sql<{ count: number }>`
      select count(*)::integer as count from ${sql.raw(act.rows(uuidOf(actor.id), ids))}`.execute(
      world.app.services.db,
    );
    return counted.rows[0]?.count ?? 0;
  }
});
