import { parseGlobalId } from '#platform/kernel/ids.ts';

/** The database key of a global id. */
export function uuidOf(globalId: string): string {
  const parsed = parseGlobalId(globalId);
  if (!parsed) throw new Error(`"${globalId}" is not an id.`);
  return parsed.uuid;
}
