import { defineModule } from '#platform/request/module.ts';
import './groups.schema.ts';

defineModule({ name: 'groups' });
