import assert from 'node:assert/strict';
import { glob } from 'node:fs/promises';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import type { Untyped } from '#test/support/actor.ts';
import {
  type RefusalCases,
  type RefusalScene,
  REFUSAL_FIELDS,
  type RefusedCall,
} from '#test/support/promises/write-refusals.ts';
import { CONTENT_REFUSALS } from '#test/support/promises/write-refusals-content.ts';
import { MESSAGING_REFUSALS } from '#test/support/promises/write-refusals-messaging.ts';
import { PEOPLE_REFUSALS } from '#test/support/promises/write-refusals-people.ts';
import { PAID_MESSAGE_REFUSALS } from '#test/support/promises/write-refusals-paid-messages.ts';
import { POLL_REFUSALS } from '#test/support/promises/write-refusals-polls.ts';
import { TIP_REFUSALS } from '#test/support/promises/write-refusals-tips.ts';
import { unchanged } from '#test/support/unchanged.ts';
import { testWorld } from '#test/support/world.ts';

/** By the folder and the name of the write. */
const CASES: Readonly<Record<string, RefusalCases>> = {
  ...CONTENT_REFUSALS,
  ...MESSAGING_REFUSALS,
  ...PAID_MESSAGE_REFUSALS,
  ...PEOPLE_REFUSALS,
  ...POLL_REFUSALS,
  ...TIP_REFUSALS,
};

type Declared = { readonly [Name in string]?: object };

const hasRefusals = (value: unknown): value is { readonly refusals: object } =>
  typeof value === 'function' && 'refusals' in value;

/** The reasons that the writes of a module declare; a record of writes has one name for each. */
function reasonsIn(folder: string, exported: Declared): (readonly [string, readonly string[]])[] {
  return Object.entries(exported).flatMap(([name, value]) => {
    if (hasRefusals(value)) return [[`${folder}/${name}`, Object.keys(value.refusals)] as const];
    const ofRecord = Object.entries(value ?? {}).filter(([, write]) => hasRefusals(write));
    return reasonsIn(folder, Object.fromEntries(ofRecord)).map(
      ([write, reasons]) => [write.replace('/', `/${name}.`), reasons] as const,
    );
  });
}

test('each reason for which a write of one statement refuses has a case', async () => {
  const declared: Record<string, readonly string[]> = {};
  for await (const file of glob('src/domains/**/*.queries.ts')) {
    const exported = (await import(pathToFileURL(file).href)) as Declared;
    const writes = reasonsIn(path.basename(path.dirname(file)), exported);
    for (const [write, reasons] of writes) if (reasons.length > 0) declared[write] = reasons.toSorted();
  }
  const covered = Object.entries(CASES).map(([write, cases]) => [write, Object.keys(cases).toSorted()]);
  assert.deepEqual(Object.fromEntries(covered), declared);
});

test('a write of one statement names the reason why it refuses, and writes nothing', async (t) => {
  const world = await testWorld(t, { env: { LIMIT_SAVED_POSTS: '1' } });
  let people = 0;
  const scene: RefusalScene = { world, person: () => world.user(`person.${(people += 1)}`) };
  for (const [write, cases] of Object.entries(CASES)) {
    for (const [reason, prepare] of Object.entries(cases)) {
      const call = await prepare(scene);
      assert.deepEqual(await unchanged(world, () => errorsOf(call)), [call.error], `${write}: ${reason}`);
    }
  }
});

async function errorsOf({ actor, mutation, input }: RefusedCall): Promise<object[]> {
  const inputType = `${mutation.replace(/^./, (first) => first.toUpperCase())}Input`;
  const document = `mutation ($input: ${inputType}!) { payload: ${mutation}(input: $input) { errors { ${REFUSAL_FIELDS} } } }`;
  const { data, errors } = await actor.ask(document, { input });
  assert.equal(errors, undefined, JSON.stringify(errors));
  return data.payload.errors.map((error: Untyped) =>
    Object.fromEntries(Object.entries(error).filter(([, value]) => value !== null)),
  );
}
