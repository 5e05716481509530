import assert from 'node:assert/strict';
import { test } from 'node:test';
import { admits, DEFAULT_AUDIENCES, permits, type Relation } from './privacy.policy.ts';
import type { Audience, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/**
 * All ways in which somebody can stand to an owner, by the letters of what holds: `o` they are the owner, `f` they follow
 * the owner, `F` the owner follows them, `s` they pay the owner, `-` nothing of it.
 */
const WAYS = '- s F Fs f fs fF fFs o os oF oFs of ofs ofF ofFs'.split(' ');

const relationBy = (letters: string): Relation => ({
  isOwner: letters.includes('o'),
  isFollower: letters.includes('f'),
  isFollowed: letters.includes('F'),
  isSubscriber: letters.includes('s'),
});

const waysWhere = (isAdmitted: (relation: Relation) => boolean): string =>
  WAYS.filter((letters) => isAdmitted(relationBy(letters))).join(' ');

const ADMITTED: Readonly<Record<Audience, string>> = {
  EVERYONE: '- s F Fs f fs fF fFs o os oF oFs of ofs ofF ofFs',
  FOLLOWERS: 'f fs fF fFs o os oF oFs of ofs ofF ofFs',
  FOLLOWING: 'F Fs fF fFs o os oF oFs of ofs ofF ofFs',
  MUTUALS: 'fF fFs o os oF oFs of ofs ofF ofFs',
  SUBSCRIBERS: 's Fs fs fFs o os oF oFs of ofs ofF ofFs',
  NOBODY: 'o os oF oFs of ofs ofF ofFs',
};

test('every audience admits exactly who belongs to it', () => {
  assert.equal(new Set(WAYS.map((letters) => JSON.stringify(relationBy(letters)))).size, 16);
  for (const [audience, expected] of Object.entries(ADMITTED)) {
    const admitted = waysWhere((relation) => admits(audience as Audience, relation));
    assert.equal(admitted, expected, audience);
  }
});

/** The setting that each act asks, and whether people may do it to themselves. */
const ACTS: Readonly<Record<PrivacyAct, readonly [setting: keyof PrivacySettings, onOneself: boolean]>> = {
  MESSAGE: ['messageAudience', false],
  CALL: ['callAudience', false],
  COMMENT: ['commentAudience', true],
  MENTION: ['mentionAudience', true],
  TIP: ['tipAudience', false],
  SEE_FOLLOWERS: ['followersAudience', true],
  SEE_FOLLOWING: ['followingAudience', true],
  SEE_LAST_SEEN: ['lastSeenAudience', true],
  SEE_READ_RECEIPTS: ['readReceiptsAudience', true],
};

test('every act asks its own setting, and some need two', () => {
  for (const [act, [setting, onOneself]] of Object.entries(ACTS)) {
    for (const audience of Object.keys(ADMITTED) as Audience[]) {
      // Any other setting that were asked would answer otherwise.
      const other: Audience = audience === 'NOBODY' ? 'EVERYONE' : 'NOBODY';
      const others = Object.fromEntries(Object.keys(DEFAULT_AUDIENCES).map((name) => [name, other]));
      const settings = { ...OPEN, ...others, [setting]: audience };
      const permitted = waysWhere((relation) => permits(settings, act as PrivacyAct, relation));
      const expected = ADMITTED[audience].split(' ').filter((letters) => onOneself || !letters.includes('o'));
      assert.equal(permitted, expected.join(' '), `${act} ${audience}`);
    }
  }
});

test('a private account shows its lists to followers alone, and changes nothing else', () => {
  const FOLLOWERS_AND_OWNER = 'f fs fF fFs o os oF oFs of ofs ofF ofFs';
  for (const [act, [setting, onOneself]] of Object.entries(ACTS)) {
    const isList = act === 'SEE_FOLLOWERS' || act === 'SEE_FOLLOWING';
    const settings: PrivacySettings = { ...OPEN, isPrivate: true, [setting]: 'EVERYONE' };
    const permitted = waysWhere((relation) => permits(settings, act as PrivacyAct, relation));
    const everybody = ADMITTED.EVERYONE.split(' ').filter((letters) => onOneself || !letters.includes('o'));
    assert.equal(permitted, isList ? FOLLOWERS_AND_OWNER : everybody.join(' '), act);
  }
  const settings: PrivacySettings = { ...OPEN, isPrivate: true, followersAudience: 'FOLLOWING' };
  const permitted = waysWhere((relation) => permits(settings, 'SEE_FOLLOWERS', relation));
  assert.equal(permitted, 'fF fFs o os oF oFs of ofs ofF ofFs');
});

const OPEN: PrivacySettings = {
  ...DEFAULT_AUDIENCES,
  isPrivate: false,
  isDiscoverable: true,
  requiresSignIn: false,
};
