/**
 * Quoted posts in their quotes, and the list of quotes of a post.
 * Owns no table: a quote is a row of `posts`, and publishing locks the quoted post.
 * Begin with quotes.service.ts; quotes.queries.ts leaves out what is muted or blocked.
 */
import { defineModule } from '#platform/request/module.ts';
import './quotes.schema.ts';

defineModule({ name: 'quotes' });
