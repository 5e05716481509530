import type { SessionClient } from '@plaza/client';
import { countWritten, forgetWritten } from '../../compose/written.ts';
import { endAllSharing } from '../message/share-position.ts';
import { countDrafts, removeDrafts } from './drafts.ts';
import { outboxOf } from './outbox.ts';

/** Messages of the signed-in user that wait to be sent, and messages, comments and posts that they have begun. */
export const countUnsent = (client: SessionClient): number =>
  outboxOf(client).all().length + countDrafts(client.session.userId() ?? '') + countWritten();

/** Leaves nothing in the browser that the signed-in user has written. */
export function forgetUnsent(client: SessionClient): void {
  endAllSharing();
  outboxOf(client).clear();
  removeDrafts(client.session.userId() ?? '');
  forgetWritten();
}
