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
