import assert from 'node:assert/strict';
import type { Untyped } from '#test/support/actor.ts';
import { rowOf } from './idempotent-mutations.ts';
import type { Person } from '#test/support/world.ts';

const ERRORS = 'errors { code path }';

type Input = Readonly<Record<string, unknown>>;
type Called = { readonly entity: Untyped; readonly errors: readonly Untyped[] };

/** Calls a mutation; files are sent in a multipart request. */
export async function call(actor: Person, name: string, input: Input): Promise<Called> {
  const { payload, selection } = rowOf(name);
  const type = `${name.charAt(0).toUpperCase()}${name.slice(1)}Input`;
  const document = `mutation ($input: ${type}!) { ${name}(input: $input) { ${payload} { ${selection} } ${ERRORS} } }`;
  const files: readonly Blob[] = Array.isArray(input['files']) ? input['files'] : [];
  const sent = files.length === 0 ? input : { ...input, files: files.map(() => null) };
  const answer = await (files.length === 0
    ? actor.ask(document, { input: sent })
    : actor.upload(
        document,
        { input: sent },
        Object.fromEntries(files.map((file, place) => [`input.files.${place}`, file])),
      ));
  assert.equal(answer.errors, undefined, JSON.stringify(answer.errors));
  const { [payload]: shown, errors } = answer.data[name];
  // Of a list, its one item.
  return { entity: Array.isArray(shown) ? (shown[0] ?? null) : shown, errors };
}

/** Reads the object of a mutation's payload by its id. */
export async function show(actor: Person, name: string, id: string): Promise<Untyped> {
  const { type, selection } = rowOf(name);
  const document = `query ($id: ID!) { node(id: $id) { ... on ${type} { ${selection} } } }`;
  return (await actor.do(document, { id })).node;
}
