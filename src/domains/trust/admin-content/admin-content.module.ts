/**
 * Posts, comments, messages and media as moderators see them: in every moderation state, with scans and the number of reports.
 * Owns no table. Text and media of what is private are left out; `adminOpenPrivateContent` of cases shows them.
 * Begin with admin-content.schema.ts.
 */
import { defineModule } from '#platform/request/module.ts';
import './admin-content.schema.ts';
import './content-lists.schema.ts';
import './media-views.schema.ts';

defineModule({ name: 'admin-content' });
