import { useApolloClient, useQuery } from '@apollo/client/react';
import { Monitor, Smartphone } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { Time } from '../../parts/time.tsx';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { deviceOf } from './device.ts';
import {
  RevokeOtherSessionsDocument,
  RevokeSessionDocument,
  SessionsDocument,
  type SessionsQuery,
} from './sessions.generated.ts';
import '../../styles/settings.css';

const PAGE = 30;

export function Sessions() {
  const { settings } = useTexts();
  const result = useQuery(SessionsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.mySessions;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  const hasOthers = list?.edges.some(({ node }) => !node.isCurrent) ?? false;
  return (
    <Screen title={settings.names.sessions} hasBack>
      <Loading of={result} has={list != null}>
        <p className="settings-lead">{settings.sessionsLead}</p>
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.id}>
              <SessionRow session={node} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
        {hasOthers && <EndOthers onEnded={() => void result.refetch()} />}
      </Loading>
    </Screen>
  );
}

type Session = NonNullable<SessionsQuery['mySessions']>['edges'][number]['node'];

function SessionRow({ session }: { readonly session: Session }) {
  const { settings } = useTexts();
  const { locale } = useSpeech();
  const { cache } = useApolloClient();
  const { act, isActing, refusals } = useAct(RevokeSessionDocument);
  const { id, country, ip, isCurrent, lastSeenAt, platform } = session;
  const device = deviceOf(session, settings.unknownDevice);
  const place = country === null ? null : new Intl.DisplayNames(locale, { type: 'region' }).of(country);
  const Icon = platform === 'IOS' || platform === 'ANDROID' ? Smartphone : Monitor;
  const end = async (): Promise<void> => {
    if (!(await act({ variables: { input: { sessionId: id } } }))) return;
    cache.evict({ id: cache.identify({ __typename: 'Session', id }) ?? '' });
  };
  return (
    <div className="settings-row">
      <Icon aria-hidden="true" />
      <div className="settings-text">
        <p className="settings-name">{device}</p>
        <p className="field-hint">
          {[place, ip].filter(Boolean).join(' · ')} · <Time at={lastSeenAt} />
        </p>
        <Refusals of={refusals} />
      </div>
      {isCurrent ? (
        <span className="chip">{settings.thisDevice}</span>
      ) : (
        <Button aria-label={settings.endSessionOf(device)} disabled={isActing} onClick={() => void end()}>
          {settings.endSession}
        </Button>
      )}
    </div>
  );
}

function EndOthers({ onEnded }: { readonly onEnded: () => void }) {
  const { settings } = useTexts();
  const { act, isActing, refusals } = useAct(RevokeOtherSessionsDocument);
  const [isAsking, setIsAsking] = useState(false);
  const end = async (): Promise<void> => {
    if (!(await act({ variables: {} }))) return;
    setIsAsking(false);
    onEnded();
  };
  return (
    <div className="settings-part">
      <div className="settings-acts">
        <Button onClick={() => setIsAsking(true)}>{settings.endOthers}</Button>
      </div>
      {isAsking && (
        <Confirm
          title={settings.endOthersTitle}
          text={settings.endOthersText}
          act={settings.endSession}
          isActing={isActing}
          onConfirm={() => void end()}
          onClose={() => setIsAsking(false)}
        >
          <Refusals of={refusals} />
        </Confirm>
      )}
    </div>
  );
}
