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
    assert.equal(effectiveVisibility({ visibility, isAuthorPrivate: false }), open);
    assert.equal(effectiveVisibility({ visibility, isAuthorPrivate: true }), closed);
    assert.equal(canRepost({ visibility, isAuthorPrivate: false }), visibility === 'PUBLIC');
    assert.equal(canRepost({ visibility, isAuthorPrivate: true }), false);
  }
});
