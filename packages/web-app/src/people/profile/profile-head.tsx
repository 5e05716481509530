import { Link } from '@tanstack/react-router';
import { Bookmark, CalendarDays, ChartColumn, Lock, Settings, VolumeX } from 'lucide-react';
import { useState } from 'react';
import { Support } from '../../creator/support.tsx';
import { Avatar, urlFor } from '../../parts/avatar.tsx';
import { Button } from '../../parts/button.tsx';
import { useShortNumber } from '../../parts/time.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { FollowButton } from '../acts/follow-button.tsx';
import { MessageButton } from '../acts/message-button.tsx';
import { PersonMenu } from '../acts/person-menu.tsx';
import { Badges } from '../lists/badges.tsx';
import { EditProfile } from './edit-profile.tsx';
import type { ProfileHeadFragment } from './profile-head.generated.ts';

type Head = { readonly user: ProfileHeadFragment };

/** Width of the column in CSS pixels. */
const COVER_WIDTH = 640;

export function ProfileHead({ user, requestCount }: Head & { readonly requestCount: number }) {
  const { people } = useTexts();
  const [said, setSaid] = useState('');
  const cover = user.cover && urlFor(user.cover, COVER_WIDTH);
  return (
    <header className="profile-head">
      <div className="profile-cover">{cover && <img src={cover} alt="" />}</div>
      <div className="profile-row">
        <Avatar of={user} size={96} />
        <div className="profile-acts">
          <PersonMenu user={user} onSaid={setSaid} />
          {user.viewer?.isSelf ? <OwnActs user={user} /> : <FollowButton user={user} />}
        </div>
      </div>
      <p className="profile-said" role="status">
        {said}
      </p>
      <div className="profile-names">
        <p className="profile-name">
          <span dir="auto">{user.displayName}</span>
          <Badges of={user.badges} />
          {user.isPrivate && <Lock role="img" aria-label={people.privateAccount} />}
        </p>
        <p className="username">
          @{user.username}
          {user.viewer?.isFollowedBy && <span className="chip">{people.followsYou}</span>}
        </p>
      </div>
      {user.bio !== '' && (
        <p className="profile-bio" dir="auto">
          {user.bio}
        </p>
      )}
      <Facts user={user} />
      <Counts user={user} />
      {user.viewer?.isSelf && requestCount > 0 && (
        <Link to="/requests" className="notice">
          {people.requestCount(requestCount)}
        </Link>
      )}
      {user.viewer?.isSelf ? (
        <OwnPlaces user={user} />
      ) : (
        <div className="settings-acts">
          {user.viewer?.canMessage && <MessageButton user={user} />}
          <Support of={user} />
        </div>
      )}
      {user.viewer?.requestedToFollowYou && (
        <p className="notice">
          {people.asksYou(user.displayName)} <Link to="/requests">{people.answerRequests}</Link>
        </p>
      )}
    </header>
  );
}

function OwnActs({ user }: Head) {
  const { people } = useTexts();
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <Link to="/statistics" className="icon-button" aria-label={people.statistics} title={people.statistics}>
        <ChartColumn aria-hidden="true" />
      </Link>
      <Button onClick={() => setIsEditing(true)}>{people.edit}</Button>
      {isEditing && <EditProfile user={user} onClose={() => setIsEditing(false)} />}
    </>
  );
}

/** On phones the own profile is the way to what has no tab. */
function OwnPlaces({ user }: Head) {
  const { frame } = useTexts();
  return (
    <nav className="profile-own" aria-label={frame.you}>
      <Link to="/saved" className="button button-plain">
        <Bookmark aria-hidden="true" />
        {frame.saved}
      </Link>
      <Support of={user} />
      <Link to="/settings" className="button button-plain">
        <Settings aria-hidden="true" />
        {frame.settings}
      </Link>
    </nav>
  );
}

function Facts({ user: { createdAt, viewer } }: Head) {
  const { people } = useTexts();
  const { locale } = useSpeech();
  const month = new Date(createdAt).toLocaleDateString(locale, { month: 'long', year: 'numeric' });
  return (
    <ul className="profile-facts">
      <li>
        <CalendarDays aria-hidden="true" /> {people.joined(month)}
      </li>
      {viewer?.isMuting && (
        <li>
          <VolumeX aria-hidden="true" /> {people.muted}
        </li>
      )}
    </ul>
  );
}

function Counts({ user }: Head) {
  const { people } = useTexts();
  const short = useShortNumber();
  const { username, viewer, followerCount, followingCount, postCount } = user;
  const followers = (
    <>
      <strong>{short(followerCount)}</strong> {people.followerCount(followerCount)}
    </>
  );
  const following = (
    <>
      <strong>{short(followingCount)}</strong> {people.followingCount}
    </>
  );
  return (
    <ul className="profile-counts">
      <li>
        <strong>{short(postCount)}</strong> {people.postCount(postCount)}
      </li>
      <li>
        {viewer?.canSeeFollowers || viewer?.isSelf ? (
          <Link to="/u/$username/followers" params={{ username }}>
            {followers}
          </Link>
        ) : (
          followers
        )}
      </li>
      <li>
        {viewer?.canSeeFollowing || viewer?.isSelf ? (
          <Link to="/u/$username/following" params={{ username }}>
            {following}
          </Link>
        ) : (
          following
        )}
      </li>
    </ul>
  );
}
