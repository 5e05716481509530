import type { Loader } from '#platform/request/loader.ts';
import { pageLoader } from '#platform/request/page-loader.ts';
import {
  listOwnWaiting,
  listPositions,
  listQueues,
  listVisibleRequests,
  type Position,
} from './speaker-requests.queries.ts';
import type { SpeakerRequest } from './speaker-requests.types.ts';

/** Requests of the caller, and of calls that they host. */
export const visibleRequestById: Loader<SpeakerRequest> = {
  name: 'visibleRequestById',
  batch: async (ctx, ids) => {
    const found = ctx.user ? await listVisibleRequests(ctx.db, { userId: ctx.user.id, ids }) : [];
    return new Map(found.map((request) => [request.id, request]));
  },
};

/** The request of the caller that waits, by call. */
export const ownWaitingByCall: Loader<SpeakerRequest> = {
  name: 'ownWaitingByCall',
  batch: async (ctx, callIds) => {
    const found = ctx.user ? await listOwnWaiting(ctx.db, { userId: ctx.user.id, callIds }) : [];
    return new Map(found.map((request) => [request.callId, request]));
  },
};

/** Places in the queue of the requests that the caller sees. */
export const positionByRequest: Loader<Position> = {
  name: 'positionByRequest',
  isForEverybody: true,
  batch: async (ctx, ids) => new Map((await listPositions(ctx.db, ids)).map((row) => [row.id, row])),
};

/** Pages of the queues of calls that the caller hosts. */
export const queuesOf = pageLoader<SpeakerRequest>('speakerQueuesOf', async (ctx, pages) =>
  ctx.user ? listQueues(ctx.db, { viewerId: ctx.user.id, ...pages }) : [],
);
