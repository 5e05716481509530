import type { GraphQLSchema } from 'graphql';
import type { Actor, Answer } from '#test/support/actor.ts';
import { rootFieldsOf, type RootField as Field } from './broad-operation.ts';

export type RootField = { readonly root: Field['root']; readonly name: string };

/** Mutations that deactivate the caller's account or end their session, so they come last. */
const ASKED_LAST: ReadonlySet<string> = new Set(['deactivateAccount', 'logout', 'adminLogout']);

/** Root fields of a schema in an order in which one caller can call all of them. */
export function fieldsInTurn(schema: GraphQLSchema): RootField[] {
  return rootFieldsOf(schema)
    .map(({ root, field }) => ({ root, name: field.name }))
    .toSorted((a, b) => Number(ASKED_LAST.has(a.name)) - Number(ASKED_LAST.has(b.name)));
}

export type Outcome = { readonly code: string; readonly reason?: string };

/** The first bytes of one: enough to detect its type, too few for an image. */
export const PICTURE = new Blob([Buffer.from('R0lGODlhAQABAAAAACwAAAAAAQABAAAC', 'base64')]);

/** Sends an operation, with an image for each file argument. */
export function send(
  actor: Actor,
  document: string,
  variables: Readonly<Record<string, unknown>>,
  files: readonly string[],
): Promise<Answer> {
  if (files.length === 0) return actor.ask(document, variables);
  const parts = files.map((place): [string, Blob] => [place, PICTURE]);
  return actor.upload(document, variables, Object.fromEntries(parts));
}

/** The first top-level error, or OK. */
export function refusalOf({ errors }: Answer): Outcome {
  const { code, reason } = errors?.[0]?.extensions ?? { code: 'OK' };
  return typeof reason === 'string' ? { code, reason } : { code };
}
