import { toGlobalId } from '#platform/ids.ts';
import type { ExportPart } from '#platform/personal-data.ts';
import { listAllRestrictions } from './restrictions.queries.ts';

export const restrictionExport: ExportPart = {
  name: 'restrictions',
  description: 'What your account was kept from by moderators, and for how long.',
  async *rows({ db }, userId) {
    for (const restriction of await listAllRestrictions(db, userId)) {
      yield { ...restriction, id: toGlobalId('restriction', restriction.id) };
    }
  },
};
