import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { canRepost, effectiveVisibility } from './reposts.policy.ts';

test('only public posts of accounts that are not private can be reposted', () => {
  const expected: Readonly<Record<PostVisibility, readonly [open: PostVisibility, closed: PostVisibility]>> =
    {
      PUBLIC: ['PUBLIC', 'FOLLOWERS'],
      FOLLOWERS: ['FOLLOWERS', 'FOLLOWERS'],
      SUBSCRIBERS: ['SUBSCRIBERS', 'SUBSCRIBERS'],
      PRIVATE: ['PRIVATE', 'PRIVATE'],
    };
  for (const visibility of Object.keys(expected) as PostVisibility[]) {
    const [open, closed] = expected[visibility];
    const [ofOpen, ofClosed] = [
      { visibility, isAuthorPrivate: false, moderationState: 'VISIBLE' },
      { visibility, isAuthorPrivate: true, moderationState: 'VISIBLE' },
    ] as const;
    assert.equal(effectiveVisibility(ofOpen), open);
    assert.equal(effectiveVisibility(ofClosed), closed);
    assert.equal(canRepost(ofOpen), visibility === 'PUBLIC');
    assert.equal(canRepost(ofClosed), false);
    assert.equal(canRepost({ ...ofOpen, moderationState: 'HELD' }), false);
  }
});
