import { useQuery } from '@apollo/client/react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { useDateText } from '../../parts/formats.ts';
import { Refusals } from '../../parts/field.tsx';
import { More } from '../../parts/more.tsx';
import { Screen } from '../../parts/screen.tsx';
import { Empty, Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { AppealPart } from './appeal-part.tsx';
import {
  AcknowledgeWarningDocument,
  type DecisionItemFragment,
  type RestrictionItemFragment,
  StandingDocument,
} from './standing.generated.ts';
import '../../styles/settings.css';

const PAGE = 20;

/** Restrictions of the account, warnings, and what moderators have decided. */
export function Standing() {
  const { standing, settings } = useTexts();
  const result = useQuery(StandingDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const { myRestrictions: restrictions, myModerationDecisions: decisions } = result.data ?? {};
  const { endCursor, hasNextPage = false } = decisions?.pageInfo ?? {};
  const isEmpty = restrictions?.edges.length === 0 && decisions?.edges.length === 0;
  return (
    <Screen title={settings.names.standing} hasBack>
      <Loading of={result} has={decisions != null}>
        {isEmpty && <Empty title={standing.fine} text={standing.fineText} />}
        {restrictions && restrictions.edges.length > 0 && (
          <section className="settings-part" aria-labelledby="standing-restrictions">
            <h2 id="standing-restrictions">{standing.restrictions}</h2>
            <ul>
              {restrictions.edges.map(({ node }) => (
                <li key={node.id}>
                  <RestrictionRow restriction={node} />
                </li>
              ))}
            </ul>
          </section>
        )}
        {decisions && decisions.edges.length > 0 && (
          <section className="settings-part" aria-labelledby="standing-decisions">
            <h2 id="standing-decisions">{standing.decisions}</h2>
            <ul>
              {decisions.edges.map(({ node }) => (
                <li key={node.id}>
                  <Decision decision={node} onAppealed={() => void result.refetch()} />
                </li>
              ))}
            </ul>
            <More
              hasMore={hasNextPage}
              onMore={() => result.fetchMore({ variables: { after: endCursor, isFirst: false } })}
            />
          </section>
        )}
      </Loading>
    </Screen>
  );
}

function RestrictionRow({ restriction }: { readonly restriction: RestrictionItemFragment }) {
  const { standing, settings } = useTexts();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(AcknowledgeWarningDocument);
  const { id, kind, createdAt, expiresAt, isInForce, acknowledgedAt, liftedAt } = restriction;
  const state =
    acknowledgedAt !== null
      ? standing.acknowledged(date(acknowledgedAt))
      : liftedAt !== null
        ? standing.lifted(date(liftedAt))
        : !isInForce
          ? standing.over
          : expiresAt === null
            ? standing.since(date(createdAt))
            : settings.until(date(expiresAt));
  return (
    <div className="settings-row">
      <div className="settings-text">
        <p className="settings-name">{standing.kinds[kind]}</p>
        <p className="field-hint">{state}</p>
        <Refusals of={refusals} />
      </div>
      {kind === 'WARNING' && isInForce && (
        <Button
          kind="main"
          disabled={isActing}
          onClick={() => void act({ variables: { input: { restrictionId: id } } })}
        >
          {standing.acknowledge}
        </Button>
      )}
    </div>
  );
}

function Decision({
  decision,
  onAppealed,
}: {
  readonly decision: DecisionItemFragment;
  readonly onAppealed: () => void;
}) {
  const { standing } = useTexts();
  const date = useDateText();
  const { id, decidedAt, appealDueAt, revertedAt, policyTitle, facts, explanation, actions } = decision;
  const { subjectKind, isDecidedAutomatically, strikePoints, strikeExpiresAt, appeal } = decision;
  const canAppeal = revertedAt === null && new Date(appealDueAt).getTime() > Date.now();
  return (
    <article className="settings-decision" aria-label={standing.subjects[subjectKind]}>
      <p className="settings-name">
        {standing.subjects[subjectKind]} · {date(decidedAt)}
      </p>
      <p>{actions.map((action) => standing.actions[action]).join(', ')}</p>
      {policyTitle !== null && <p>{standing.policy(policyTitle)}</p>}
      {facts !== '' && <p dir="auto">{facts}</p>}
      {explanation !== '' && <p dir="auto">{explanation}</p>}
      {isDecidedAutomatically && <p className="field-hint">{standing.automatic}</p>}
      {strikePoints > 0 && strikeExpiresAt !== null && (
        <p className="field-hint">{standing.strikes(strikePoints, date(strikeExpiresAt))}</p>
      )}
      {revertedAt !== null && <p className="notice">{standing.reverted(date(revertedAt))}</p>}
      {canAppeal && !appeal && <p className="field-hint">{standing.appealUntil(date(appealDueAt))}</p>}
      <AppealPart decisionId={id} appeal={appeal} canAppeal={canAppeal} onAppealed={onAppealed} />
    </article>
  );
}
