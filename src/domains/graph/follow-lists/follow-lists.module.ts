/**
 * Lists of people around a user: followers, following, mutual followers, and suggestions of whom to follow.
 * Owns no table: it reads `follows`.
 * Begin with follow-lists.service.ts; suggestions.service.ts ranks people by what the caller's followees share.
 */
import { defineModule } from '#platform/request/module.ts';
import './follow-lists.schema.ts';
import './suggestions.schema.ts';

defineModule({
  name: 'follow-lists',
});
