import { defineModule } from '#platform/request/module.ts';
import './user-search.schema.ts';

defineModule({ name: 'user-search' });
