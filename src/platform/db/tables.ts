/** Row types of all tables, generated from the migrated database. */
export type Tables = Record<string, never>;
