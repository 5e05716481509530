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
import { MyReportsDocument, type ReportItemFragment, WithdrawReportDocument } from './reports.generated.ts';
import '../../styles/settings.css';

const PAGE = 20;

/** Reports of the reader, and what became of it. */
export function Reports() {
  const { standing, settings } = useTexts();
  const result = useQuery(MyReportsDocument, {
    variables: { first: PAGE },
    fetchPolicy: 'cache-and-network',
    nextFetchPolicy: 'cache-first',
  });
  const list = result.data?.myReports;
  const { endCursor, hasNextPage = false } = list?.pageInfo ?? {};
  return (
    <Screen title={settings.names.reports} hasBack>
      <Loading of={result} has={list != null}>
        {list?.edges.length === 0 && <Empty title={standing.noReports} text={standing.noReportsText} />}
        <ul>
          {list?.edges.map(({ node }) => (
            <li key={node.id} className="settings-part">
              <Report report={node} onAppealed={() => void result.refetch()} />
            </li>
          ))}
        </ul>
        <More hasMore={hasNextPage} onMore={() => result.fetchMore({ variables: { after: endCursor } })} />
      </Loading>
    </Screen>
  );
}

function Report({
  report,
  onAppealed,
}: {
  readonly report: ReportItemFragment;
  readonly onAppealed: () => void;
}) {
  const { standing } = useTexts();
  const date = useDateText();
  const { act, isActing, refusals } = useAct(WithdrawReportDocument);
  const { id, subjectKind, reason, text, state, outcome, createdAt, decisionId, appeal } = report;
  return (
    <article className="settings-decision" aria-label={standing.subjects[subjectKind]}>
      <p className="settings-name">
        {standing.subjects[subjectKind]} · {standing.reasons[reason]} · {date(createdAt)}
      </p>
      <p>{outcome === null ? standing.reportOpen : standing.outcomes[outcome]}</p>
      {text !== '' && (
        <p className="settings-quote" dir="auto">
          {text}
        </p>
      )}
      {state === 'OPEN' && (
        <div className="settings-acts">
          <Button disabled={isActing} onClick={() => void act({ variables: { input: { reportId: id } } })}>
            {standing.withdrawReport}
          </Button>
        </div>
      )}
      <Refusals of={refusals} />
      {decisionId !== null && (
        <AppealPart
          decisionId={decisionId}
          appeal={appeal}
          canAppeal={outcome === 'NO_VIOLATION'}
          onAppealed={onAppealed}
        />
      )}
    </article>
  );
}
