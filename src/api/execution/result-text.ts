import type { ExecutionResult } from 'graphql';
import { KeptResult } from '#platform/caches/row-results.ts';

/** Marks a result that may contain kept results. */
const CONTAINS_KEPT = Symbol('containsKept');

/** A result with errors contains none, because errors write themselves. */
export function withKeptResults(result: ExecutionResult): ExecutionResult {
  if (result.errors) return result.data ? Object.assign(result, { data: unfolded(result.data) }) : result;
  return Object.assign(result, { [CONTAINS_KEPT]: true });
}

/** The text of a result as `JSON.stringify` gives it. Kept results are text already. */
export function resultText(result: ExecutionResult): string {
  return CONTAINS_KEPT in result ? textOf(result) : JSON.stringify(result);
}

/** A value with the fields of kept results in their place. */
function unfolded(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (value instanceof KeptResult) return value.fields();
  if (Array.isArray(value)) return value.map(unfolded);
  const fields: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(value)) {
    if (field instanceof KeptResult && field.isJoined) Object.assign(fields, field.fields());
    else fields[name] = unfolded(field);
  }
  return fields;
}

/** Characters that are escaped in a JSON text, and halves of pairs that are when the other half is missing. */
// eslint-disable-next-line no-control-regex -- These are the characters that JSON escapes.
const ESCAPED = /["\\\u0000-\u001f\ud800-\udfff]/;

function textOf(value: unknown): string {
  if (typeof value === 'string') return quoted(value);
  if (typeof value === 'number' || typeof value === 'boolean') return `${value}`;
  if (typeof value !== 'object' || value === null) return 'null';
  if (value instanceof KeptResult) return value.text;
  if (Array.isArray(value)) return textOfList(value);
  let text = '';
  for (const name in value) {
    const field = (value as Record<string, unknown>)[name]; // an object of a result is a record
    if (field === undefined) continue;
    text += text === '' ? '{' : ',';
    text += field instanceof KeptResult && field.isJoined ? field.text : `${quoted(name)}:${textOf(field)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function textOfList(list: readonly unknown[]): string {
  let text = '';
  for (const item of list) text += text === '' ? `[${textOf(item)}` : `,${textOf(item)}`;
  return text === '' ? '[]' : `${text}]`;
}

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
