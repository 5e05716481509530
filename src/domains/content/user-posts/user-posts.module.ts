import { defineModule } from '#platform/request/module.ts';
import './user-posts.schema.ts';
import './user-replies.schema.ts';

defineModule({ name: 'user-posts' });
