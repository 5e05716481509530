import type { ExportPart } from '#platform/personal-data.ts';
import { listOwnHashtagFollows } from './hashtag-follows.queries.ts';

export const hashtagExport: ExportPart = {
  name: 'followed-hashtags',
  description: 'The hashtags that you follow. Those that you use stand in your posts.',
  async *rows({ db }, userId) {
    yield* await listOwnHashtagFollows(db, userId);
  },
};
