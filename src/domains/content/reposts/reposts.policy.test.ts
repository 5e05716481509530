import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PostVisibility } from '#domains/foundation/visibility/visibility.policy.ts';
import { canRepost, reachOf } from './reposts.policy.ts';

test('only what is there for everybody can be passed on', () => {
  const expected: Readonly<Record<PostVisibility, readonly [open: PostVisibility, closed: PostVisibility]>> =
    {
      PUBLIC: ['PUBLIC', 'FOLLOWERS'],
      FOLLOWERS: ['FOLLOWERS', 'FOLLOWERS'],
      SUBSCRIBERS: ['SUBSCRIBERS', 'SUBSCRIBERS'],
      PRIVATE: ['PRIVATE', 'PRIVATE'],
    };
  for (const visibility of Object.keys(expected) as PostVisibility[]) {
    const [open, closed] = expected[visibility];
    assert.equal(reachOf({ visibility, isAuthorPrivate: false }), open);
    assert.equal(reachOf({ visibility, isAuthorPrivate: true }), closed);
    assert.equal(canRepost({ visibility, isAuthorPrivate: false }), visibility === 'PUBLIC');
    assert.equal(canRepost({ visibility, isAuthorPrivate: true }), false);
  }
});
