import type { CompiledQuery } from 'kysely';
import type { Db } from '#platform/db/database.ts';

/** The same database, which tells of each compiled statement before it sends it. */
export function listeningTo(db: Db, onQuery: (query: CompiledQuery) => void): Db {
  return new Proxy(db, {
    get(target, name) {
      if (name === 'executeQuery') {
        return (query: CompiledQuery) => {
          onQuery(query);
          return target.executeQuery(query);
        };
      }
      const value: unknown = Reflect.get(target, name);
      // Methods use private fields, which a proxy does not have.
      return typeof value === 'function' ? value.bind(target) : value;
    },
  });
}
