import type { ExportPart } from '#platform/personal-data.ts';
import { listPrivacySettings } from './privacy.queries.ts';

export const privacyExport: ExportPart = {
  name: 'privacy-settings',
  description: 'Who may see, reach and mention you.',
  async *rows({ db }, userId) {
    for (const { userId: _userId, ...settings } of await listPrivacySettings(db, [userId])) yield settings;
  },
};
