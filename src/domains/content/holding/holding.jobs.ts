import { mediaScanned } from '#domains/foundation/media/media.events.ts';
import { contentScanned } from '#domains/foundation/screening/screening.events.ts';
import { FIRST_ID } from '#platform/db/keyset.ts';
import type { Tx } from '#platform/outbox/transaction.ts';
import type { Services } from '#platform/outbox/services.ts';
import { handleEvent, type JobHandler } from '#platform/outbox/worker/worker.ts';
import { holdComment, listCommentIdsShowing, releaseScannedComment } from '../comments/states.service.ts';
import {
  type Hold,
  holdPost,
  listPostIdsShowing,
  markPostSensitive,
  releaseScannedPost,
} from '../posts/states.service.ts';

const BATCH_IDS = 100;

export const holdingJobs: readonly JobHandler[] = [
  // A late NUDGE changes nothing: nobody can ask the author any more, and a moderator finds its scan.
  handleEvent('holding.applyScan', contentScanned, async (services, scanned) => {
    const { subjectKind, subjectId, version, outcome, writtenAtMs } = scanned;
    if (
      subjectKind === 'MESSAGE' ||
      outcome === 'NUDGE' ||
      (outcome === 'SENSITIVE' && subjectKind === 'COMMENT')
    )
      return;
    const textVersion = version;
    if (outcome === 'SENSITIVE') {
      await services.transaction((tx) => markPostSensitive(tx, subjectId, { textVersion }));
      return;
    }
    // Machines remove nothing: what would have been refused is held.
    const hold = { changedAt: services.clock.now(), writtenAt: new Date(writtenAtMs), textVersion };
    const holdOne = subjectKind === 'POST' ? holdPost : holdComment;
    await services.transaction((tx) => holdOne(tx, subjectId, hold));
  }),
  // Messages are private, and stay as they are.
  handleEvent('holding.applyMediaScan', mediaScanned, async (services, { mediaId, ownerId, state }) => {
    const { db, clock } = services;
    const shown = { mediaId, authorId: ownerId };
    const posts: ListIds = (page) => listPostIdsShowing(db, { ...shown, ...page });
    const comments: ListIds = (page) => listCommentIdsShowing(db, { ...shown, ...page });
    if (state === 'SENSITIVE') {
      await eachOf(services, posts, (tx, id) => markPostSensitive(tx, id, { textVersion: null }));
    }
    const now = clock.now();
    if (state !== 'FLAGGED') {
      await eachOf(services, posts, (tx, postId) => releaseScannedPost(tx, { postId, releasedAt: now }));
      const release: ChangeOne = (tx, commentId) => releaseScannedComment(tx, { commentId, releasedAt: now });
      await eachOf(services, comments, release);
      return;
    }
    const hold: Hold = { changedAt: now, writtenAt: now, textVersion: null };
    await eachOf(services, posts, (tx, id) => holdPost(tx, id, hold));
    await eachOf(services, comments, (tx, id) => holdComment(tx, id, hold));
  }),
];

type ChangeOne = (tx: Tx, id: string) => Promise<void>;
type ListIds = (page: { after: string; limit: number }) => Promise<string[]>;

/** Changes each in a transaction of its own, so that none waits for another one. */
async function eachOf(services: Services, list: ListIds, change: ChangeOne): Promise<void> {
  let after = FIRST_ID;
  for (;;) {
    const ids = await list({ after, limit: BATCH_IDS });
    for (const id of ids) await services.transaction((tx) => change(tx, id));
    if (ids.length < BATCH_IDS) return;
    after = ids.at(-1) ?? after;
  }
}
