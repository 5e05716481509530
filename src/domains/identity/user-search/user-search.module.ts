/**
 * `searchUsers`: people by their names, the nearest first, with similar names while there are few.
 * Owns no table: it reads `users`.
 * Begin with user-search.service.ts; user-search.queries.ts has the tiers of nearness in SQL.
 */
import { defineModule } from '#platform/request/module.ts';
import './user-search.schema.ts';

defineModule({ name: 'user-search' });
