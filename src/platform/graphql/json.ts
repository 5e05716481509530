/** Describes the exceeded bound of a JSON value, or null. Iterative: the value may be deep enough to overflow the stack. */
export function jsonProblem(value: unknown, bounds: { depth: number; bytes: number }): string | null {
  const pending: { value: unknown; depth: number }[] = [{ value, depth: 1 }];
  for (let next = pending.pop(); next; next = pending.pop()) {
    if (typeof next.value !== 'object' || next.value === null) continue;
    if (next.depth > bounds.depth) return `JSON nests deeper than ${bounds.depth} levels.`;
    for (const child of Object.values(next.value)) pending.push({ value: child, depth: next.depth + 1 });
  }
  const bytes = Buffer.byteLength(JSON.stringify(value));
  return bytes > bounds.bytes ? `JSON is larger than ${bounds.bytes} bytes.` : null;
}
