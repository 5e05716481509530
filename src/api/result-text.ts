import type { ExecutionResult } from 'graphql';
import { KeptResult } from '#platform/kernel/row-results.ts';

/** Marks a result that may contain kept results. */
const CONTAINS_KEPT = Symbol('containsKept');

export function withKeptResults(result: ExecutionResult): ExecutionResult {
  return Object.assign(result, { [CONTAINS_KEPT]: true });
}

/** The text of a result as `JSON.stringify` gives it. Kept results are text already. */
export function resultText(result: ExecutionResult): string {
  // Errors write themselves.
  return CONTAINS_KEPT in result && !result.errors ? textOf(result) : JSON.stringify(result);
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
    if (field !== undefined) text += `${text === '' ? '{' : ','}${quoted(name)}:${textOf(field)}`;
  }
  return text === '' ? '{}' : `${text}}`;
}

function textOfList(list: readonly unknown[]): string {
  let text = '';
  for (const item of list) text += text === '' ? `[${textOf(item)}` : `,${textOf(item)}`;
  return text === '' ? '[]' : `${text}]`;
}

const quoted = (text: string): string => (ESCAPED.test(text) ? JSON.stringify(text) : `"${text}"`);
