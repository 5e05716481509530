/**
 * Drafts: unpublished posts of their author alone, saved with a version and published as a post.
 * Owns `drafts`, with the files attached to them.
 * Begin with drafts.service.ts; drafts.personal-data.ts erases and exports them.
 */
import { limit, type LimitsOf } from '#platform/kernel/limits.ts';
import { defineModule } from '#platform/request/module.ts';
import { draftErasure, draftExport } from './drafts.personal-data.ts';
import './drafts.schema.ts';

const draftsLimits = {
  drafts: limit(50, 'Maximum drafts of a user.'),
};

defineModule({
  name: 'drafts',
  ids: ['draft'],
  limits: draftsLimits,
  personalData: {
    tables: {
      'public.drafts': { erased: 'drafts.eraseAuthor', exported: ['drafts'] },
    },
    exports: [draftExport],
    erasures: [draftErasure],
  },
});

declare module '#platform/kernel/ids.ts' {
  interface IdTypes {
    draft: true;
  }
}

declare module '#platform/kernel/limits.ts' {
  interface Limits extends LimitsOf<typeof draftsLimits> {}
}
