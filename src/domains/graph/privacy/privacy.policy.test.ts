import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isInAudience, DEFAULT_AUDIENCES, settingsAllow, type Relation } from './privacy.policy.ts';
import type { Audience, PrivacyAct, PrivacySettings } from './privacy.types.ts';

/**
 * All relations of an actor to an owner, by letters: `o` is the owner, `f` follows the owner, `F` is followed by the owner,
 * `s` pays the owner, `-` none of these.
 */
const WAYS = '- s F Fs f fs fF fFs o os oF oFs of ofs ofF ofFs'.split(' ');

const relationBy = (letters: string): Relation => ({
  isOwner: letters.includes('o'),
  isFollower: letters.includes('f'),
  isFollowed: letters.includes('F'),
  isSubscriber: letters.includes('s'),
});

const waysWhere = (isMember: (relation: Relation) => boolean): string =>
  WAYS.filter((letters) => isMember(relationBy(letters))).join(' ');

const MEMBERS: Readonly<Record<Audience, string>> = {
  EVERYONE: '- s F Fs f fs fF fFs o os oF oFs of ofs ofF ofFs',
  FOLLOWERS: 'f fs fF fFs o os oF oFs of ofs ofF ofFs',
  FOLLOWING: 'F Fs fF fFs o os oF oFs of ofs ofF ofFs',
  MUTUALS: 'fF fFs o os oF oFs of ofs ofF ofFs',
  SUBSCRIBERS: 's Fs fs fFs o os oF oFs of ofs ofF ofFs',
  NOBODY: 'o os oF oFs of ofs ofF ofFs',
};

test('every audience includes exactly the actors with its relations', () => {
  assert.equal(new Set(WAYS.map((letters) => JSON.stringify(relationBy(letters)))).size, 16);
  for (const [audience, expected] of Object.entries(MEMBERS)) {
    const members = waysWhere((relation) => isInAudience(audience as Audience, relation));
    assert.equal(members, expected, audience);
  }
});

/** The setting that decides about each act, and whether users may do it to themselves. */
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

test('every act depends on its own setting alone, and some acts need two users', () => {
  for (const [act, [setting, onOneself]] of Object.entries(ACTS)) {
    for (const audience of Object.keys(MEMBERS) as Audience[]) {
      // All other settings would give the opposite result.
      const other: Audience = audience === 'NOBODY' ? 'EVERYONE' : 'NOBODY';
      const others = Object.fromEntries(Object.keys(DEFAULT_AUDIENCES).map((name) => [name, other]));
      const settings = { ...OPEN, ...others, [setting]: audience };
      const permitted = waysWhere((relation) => settingsAllow(settings, act as PrivacyAct, relation));
      const expected = MEMBERS[audience].split(' ').filter((letters) => onOneself || !letters.includes('o'));
      assert.equal(permitted, expected.join(' '), `${act} ${audience}`);
    }
  }
});

test('a private account allows only followers to see its follow lists, and restricts no other act', () => {
  const FOLLOWERS_AND_OWNER = 'f fs fF fFs o os oF oFs of ofs ofF ofFs';
  for (const [act, [setting, onOneself]] of Object.entries(ACTS)) {
    const isList = act === 'SEE_FOLLOWERS' || act === 'SEE_FOLLOWING';
    const settings: PrivacySettings = { ...OPEN, isPrivate: true, [setting]: 'EVERYONE' };
    const permitted = waysWhere((relation) => settingsAllow(settings, act as PrivacyAct, relation));
    const everybody = MEMBERS.EVERYONE.split(' ').filter((letters) => onOneself || !letters.includes('o'));
    assert.equal(permitted, isList ? FOLLOWERS_AND_OWNER : everybody.join(' '), act);
  }
  const settings: PrivacySettings = { ...OPEN, isPrivate: true, followersAudience: 'FOLLOWING' };
  const permitted = waysWhere((relation) => settingsAllow(settings, 'SEE_FOLLOWERS', relation));
  assert.equal(permitted, 'fF fFs o os oF oFs of ofs ofF ofFs');
});

const OPEN: PrivacySettings = {
  ...DEFAULT_AUDIENCES,
  isPrivate: false,
  isDiscoverable: true,
  requiresSignIn: false,
};
