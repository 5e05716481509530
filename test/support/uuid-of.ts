import { parseGlobalId } from '#platform/ids.ts';

/** The key in the database of what has this global id. */
export function uuidOf(globalId: string): string {
  const parsed = parseGlobalId(globalId);
  if (!parsed) throw new Error(`"${globalId}" is not an id.`);
  return parsed.uuid;
}
