/**
 * Numbers about moderation in a span of time, as the law demands them of a platform: notices, reports, decisions and appeals.
 * Owns no table, and keeps no number: each report is counted anew.
 * Begin with transparency.service.ts; transparency.queries.ts counts.
 */
import { defineModule } from '#platform/request/module.ts';
import './transparency.schema.ts';

defineModule({ name: 'transparency' });
