import { defineModule } from '#platform/request/module.ts';
import './quotes.schema.ts';

defineModule({ name: 'quotes' });
