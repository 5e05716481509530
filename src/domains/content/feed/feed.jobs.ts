import { userFollowed, userUnfollowed } from '#domains/graph/follows/follows.events.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { postCreated, postDeleted, postHidden, postRestored } from '../posts/posts.events.ts';
import { postReposted, repostUndone } from '../reposts/reposts.events.ts';
import {
  buildTimelineJob,
  removeHiddenPostEntries,
  removePostEntries,
  removeUnfollowedEntries,
  fanOutPublication,
  backfillTimeline,
  deleteInactiveTimelines,
} from './timelines.ts';

export const feedJobs: readonly JobHandler[] = [
  handleJob(buildTimelineJob, (services, { userId }) => backfillTimeline(services, userId)),
  handleEvent('feed.deliverPost', postCreated, (services, { postId, authorId }) =>
    fanOutPublication(services, { publisherId: authorId, sortId: postId, postId }),
  ),
  handleEvent('feed.deliverRepost', postReposted, (services, { repostId, postId, userId }) =>
    fanOutPublication(services, { publisherId: userId, sortId: repostId, postId }),
  ),
  handleEvent('feed.fillFollowed', userFollowed, (services, { followerId }) =>
    backfillTimeline(services, followerId),
  ),
  handleEvent('feed.clearUnfollowed', userUnfollowed, (services, { followerId, followeeId }) =>
    removeUnfollowedEntries(services, { userId: followerId, publisherId: followeeId }),
  ),
  handleEvent('feed.clearPost', postDeleted, (services, { postId }) =>
    removePostEntries(services, { postId, sortId: null }),
  ),
  handleEvent('feed.clearHidden', postHidden, removeHiddenPostEntries),
  handleEvent('feed.deliverRestored', postRestored, (services, { postId, authorId }) =>
    fanOutPublication(services, { publisherId: authorId, sortId: postId, postId }),
  ),
  handleEvent('feed.clearRepost', repostUndone, (services, { postId, repostId }) =>
    removePostEntries(services, { postId, sortId: repostId }),
  ),
  handleCron('feed.retireTimelines', '7 5 * * *', deleteInactiveTimelines),
];
