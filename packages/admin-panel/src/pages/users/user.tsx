import { useParams } from '@tanstack/react-router';
import { Tabs } from 'radix-ui';
import { GetUserDocument } from '../../generated/graphql.ts';
import { useAsk, useMay } from '../../api/hooks.ts';
import { Page } from '../../parts/frame.tsx';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';
import { AuditEntries } from '../../parts/audit-entries.tsx';
import type { User } from './user-types.ts';
import { UserActs } from './user-acts.tsx';
import { UserBadges } from './user-badges.tsx';
import { RelatedAccounts, UserRestrictions, UserSessions } from './user-parts.tsx';

export function UserPage() {
  const { userId } = useParams({ from: '/users/$userId' });
  const { data, error } = useAsk(GetUserDocument, { id: userId }, { isPolled: true });
  const user = data?.adminGetUser;
  if (!user) {
    return (
      <Page title="User">
        {error ? <Failure error={error} /> : data ? <p>There is no user with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={user.displayName || user.username} actions={<UserActs user={user} />}>
      {user.suspension && (
        <p className="notice error">
          Suspended <Moment at={user.suspension.createdAt} />
          {user.suspension.expiresAt && (
            <>
              {' '}
              until <Moment at={user.suspension.expiresAt} />
            </>
          )}
          : {user.suspension.reason}
        </p>
      )}
      {user.deletionDueAt && (
        <p className="notice error">
          Is deleted <Moment at={user.deletionDueAt} />.
        </p>
      )}
      <UserTabs user={user} />
    </Page>
  );
}

function UserTabs({ user }: { user: User }) {
  const may = useMay();
  const tabs = [
    { name: 'Account', content: <Account user={user} />, isShown: true },
    { name: 'Restrictions', content: <UserRestrictions user={user} />, isShown: true },
    { name: 'Badges', content: <UserBadges user={user} />, isShown: true },
    { name: 'Sessions', content: <UserSessions user={user} />, isShown: user.sessions != null },
    { name: 'Related', content: <RelatedAccounts user={user} />, isShown: user.relatedAccounts != null },
    { name: 'Audit', content: <AuditEntries subjectId={user.id} />, isShown: may('AUDIT_READ') },
  ].filter(({ isShown }) => isShown);
  return (
    <Tabs.Root className="page" defaultValue="Account">
      <Tabs.List className="tabs" aria-label="Parts of the user">
        {tabs.map(({ name }) => (
          <Tabs.Trigger key={name} className="tab" value={name}>
            {name}
          </Tabs.Trigger>
        ))}
      </Tabs.List>
      {tabs.map(({ name, content }) => (
        <Tabs.Content key={name} value={name}>
          {content}
        </Tabs.Content>
      ))}
    </Tabs.Root>
  );
}

const yesNo = (value: boolean): string => (value ? 'Yes' : 'No');

const Account = ({ user }: { user: User }) => (
  <div className="halves">
    <section className="card">
      <h2>Account</h2>
      <Facts
        facts={[
          ['State', <Tag name={user.state} />],
          ['Username', `@${user.username}`],
          [
            'E-mail address',
            user.email ? `${user.email}${user.isEmailVerified ? '' : ' (not verified)'}` : '–',
          ],
          ['Bio', user.bio || '–'],
          ['Registered', <Moment at={user.createdAt} />],
          ['Private', yesNo(user.isPrivate)],
          ['Found by others', yesNo(user.isDiscoverable)],
          [
            'Badges',
            user.badges.map(({ kind, state }) => `${words(kind)} (${words(state)})`).join(', ') || '–',
          ],
          ['Former names', user.usernameHistory.map(({ username }) => `@${username}`).join(', ') || '–'],
          ['Id', <code>{user.id}</code>],
        ]}
      />
    </section>
    <section className="card">
      <h2>Counts</h2>
      <Facts
        facts={[
          ['Posts', number(user.postCount)],
          ['Followers', number(user.followerCount)],
          ['Following', number(user.followingCount)],
          ...(user.reports ? reportFacts(user.reports) : []),
          ...(user.strikePoints == null ? [] : [['Strike points', number(user.strikePoints)] as const]),
          ...(user.coins ? coinFacts(user.coins) : []),
        ]}
      />
    </section>
  </div>
);

const reportFacts = ({ aboutCount, openAboutCount, byCount }: NonNullable<User['reports']>) =>
  [
    ['Reports about', `${number(aboutCount)} (${number(openAboutCount)} open)`],
    ['Reports by', number(byCount)],
  ] as const;

const coinFacts = ({ coins, promoCoins }: NonNullable<User['coins']>) =>
  [
    ['Coins', number(coins)],
    ['Promotional coins', number(promoCoins)],
  ] as const;
