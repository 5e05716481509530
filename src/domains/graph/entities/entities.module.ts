/**
 * Mentions, hashtags and links in texts: found, resolved to users, and shown only to whoever may see them.
 * Owns no table: entities are stored as a column beside the text that they are of.
 * Begin with entities.policy.ts, which finds them; entities.service.ts resolves and shows them.
 */
import { defineModule } from '#platform/request/module.ts';
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import './entities.schema.ts';

const entitiesLimits = {
  textMentions: limit(50, 'Maximum mentions in a text.'),
  textHashtags: limit(30, 'Maximum hashtags in a text.'),
  textLinks: limit(50, 'Maximum links in a text.'),
};

defineModule({
  name: 'entities',
  limits: entitiesLimits,
});

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof entitiesLimits> {}
}
