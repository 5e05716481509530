const OLDEST_MAJOR = 16;

/** Why a server is refused, by its `server_version_num`; null for one that will do. */
export function serverProblem(versionNum: number): string | null {
  const major = Math.floor(versionNum / 10_000);
  if (major >= OLDEST_MAJOR) return null;
  return `The database is PostgreSQL ${major}.${versionNum % 10_000}: use PostgreSQL ${OLDEST_MAJOR} or later.`;
}
