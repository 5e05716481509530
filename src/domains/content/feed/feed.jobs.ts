import { userFollowed, userUnfollowed } from '#domains/graph/follows/follows.events.ts';
import { accountErased } from '#domains/identity/accounts/accounts.events.ts';
import { handleCron, handleEvent, handleJob, type JobHandler } from '#platform/jobs/worker.ts';
import { postCreated, postDeleted } from '../posts/posts.events.ts';
import { postReposted, repostUndone } from '../reposts/reposts.events.ts';
import {
  buildTimeline,
  clearPost,
  clearUnfollowed,
  deliver,
  fillTimeline,
  retireTimelines,
} from './timelines.ts';
import { deleteTimeline } from './timelines.queries.ts';

export const feedJobs: readonly JobHandler[] = [
  handleJob(buildTimeline, (services, { userId }) => fillTimeline(services, userId)),
  handleEvent('feed.deliverPost', postCreated, (services, { postId, authorId }) =>
    deliver(services, { publisherId: authorId, sortId: postId, postId }),
  ),
  handleEvent('feed.deliverRepost', postReposted, (services, { repostId, postId, userId }) =>
    deliver(services, { publisherId: userId, sortId: repostId, postId }),
  ),
  handleEvent('feed.fillFollowed', userFollowed, (services, { followerId }) =>
    fillTimeline(services, followerId),
  ),
  handleEvent('feed.clearUnfollowed', userUnfollowed, (services, { followerId, followeeId }) =>
    clearUnfollowed(services, { userId: followerId, publisherId: followeeId }),
  ),
  handleEvent('feed.clearPost', postDeleted, (services, { postId }) =>
    clearPost(services, { postId, sortId: null }),
  ),
  handleEvent('feed.clearRepost', repostUndone, (services, { postId, repostId }) =>
    clearPost(services, { postId, sortId: repostId }),
  ),
  handleEvent('feed.eraseUser', accountErased, (services, { userId }) =>
    services.transaction((tx) => deleteTimeline(tx, userId)),
  ),
  handleCron('feed.retireTimelines', '7 5 * * *', retireTimelines),
];
