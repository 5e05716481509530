import { defineModule } from '#platform/request/module.ts';
import './follow-lists.schema.ts';
import './suggestions.schema.ts';

defineModule({
  name: 'follow-lists',
});
