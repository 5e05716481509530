/**
 * Publications of one user, for their profile: `userPosts` with reposts, and `User.replies`.
 * Owns no table: it reads `posts`, `reposts` and `comments`.
 * Begin with user-posts.service.ts; user-replies.loaders.ts reads pages of the comments of many users at once.
 */
import { defineModule } from '#platform/request/module.ts';
import './user-posts.schema.ts';
import './user-replies.schema.ts';

defineModule({ name: 'user-posts' });
