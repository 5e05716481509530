import { useQuery } from '@apollo/client/react';
import type { BadgeKind } from '../../generated/schema.ts';
import { useDateText } from '../../parts/formats.ts';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { RequestButton, RequestState } from './request.tsx';
import {
  VerificationDocument,
  type VerificationItemFragment,
  type VerificationQuery,
} from './verification.generated.ts';
import '../../styles/settings.css';

type MyBadge = NonNullable<VerificationQuery['myBadges']>[number];

const KINDS: readonly BadgeKind[] = ['IDENTITY', 'BUSINESS', 'CREATOR', 'NOTABLE'];

/** Badges of the reader, and their requests for more of them. */
export function Verification() {
  const { settings } = useTexts();
  // Admins answer at any time, and tell it by a notification that leads here.
  const result = useQuery(VerificationDocument, {
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { data } = result;
  const limits = data?.apiLimits.accounts;
  const requests = data && {
    IDENTITY: data.identity,
    BUSINESS: data.business,
    CREATOR: data.creator,
    NOTABLE: data.notable,
  };
  return (
    <Screen title={settings.names.verification} hasBack>
      <p className="settings-lead">{settings.leads.verification}</p>
      <Loading of={result} has={requests !== undefined}>
        {requests &&
          limits &&
          KINDS.map((kind) => (
            <KindPart
              key={kind}
              kind={kind}
              badge={data.myBadges?.find((badge) => badge.kind === kind)}
              request={requests[kind]}
              limits={limits}
              onRequested={() => void result.refetch()}
            />
          ))}
      </Loading>
    </Screen>
  );
}

function KindPart({
  kind,
  badge,
  request,
  limits,
  onRequested,
}: {
  readonly kind: BadgeKind;
  readonly badge: MyBadge | undefined;
  readonly request: VerificationItemFragment | null;
  readonly limits: VerificationQuery['apiLimits']['accounts'];
  readonly onRequested: () => void;
}) {
  const { people, verification } = useTexts();
  const isOpen = request !== null && request.endedAt === null;
  return (
    <section className="settings-part" aria-labelledby={`badge-${kind}`}>
      <h2 id={`badge-${kind}`}>{people.badges[kind]}</h2>
      <p>{verification.kinds[kind]}</p>
      {badge && <BadgeState badge={badge} />}
      {request && <RequestState request={request} limits={limits} />}
      {!isOpen && badge?.state !== 'ACTIVE' && (
        <RequestButton kind={kind} limits={limits} onRequested={onRequested} />
      )}
    </section>
  );
}

function BadgeState({ badge }: { readonly badge: MyBadge }) {
  const { settings, verification } = useTexts();
  const date = useDateText();
  const { state, reason, grantedAt, expiresAt, verifiedName, verifiedUsername } = badge;
  return (
    <div>
      <p className="settings-name">{verification.badgeStates[state]}</p>
      {reason !== null && <p dir="auto">{reason}</p>}
      <p className="field-hint">
        {verification.shownUnder(verifiedName, verifiedUsername)} · {verification.since(date(grantedAt))}
        {expiresAt !== null && ` · ${settings.until(date(expiresAt))}`}
      </p>
    </div>
  );
}
