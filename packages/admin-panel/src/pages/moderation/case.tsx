import { Link, useParams } from '@tanstack/react-router';
import { AssignReportDocument, GetCaseDocument, type GetCaseQuery } from '../../generated/graphql.ts';
import { useAct, useAsk, useMay, useMe } from '../../api/hooks.ts';
import { Page } from '../../parts/frame.tsx';
import { Facts, Failure, Loading, Moment, number, Tag, words } from '../../parts/text.tsx';
import { DecisionForm } from './decision-form.tsx';
import { type Case, isCase } from './case-types.ts';
import { Escalate } from './escalate.tsx';
import { MediaList } from './media-parts.tsx';
import { PrivateContent } from '../users/private-content.tsx';

type Report = NonNullable<GetCaseQuery['adminGetReports']>['nodes'][number];

export function CasePage() {
  const { caseId } = useParams({ from: '/cases/$caseId' });
  const { data, error } = useAsk(GetCaseDocument, { id: caseId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isCase(found)) {
    return (
      <Page title="Case">
        {error ? <Failure error={error} /> : data ? <p>There is no case with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={`Case: ${words(found.subjectKind).toLowerCase()}`} actions={<Lease of={found} />}>
      <div className="halves">
        <About of={found} />
        <Content of={found} />
      </div>
      <Reports reports={data.adminGetReports?.nodes ?? []} />
      <Decisions of={found} />
      <DecisionForm key={found.id} of={found} />
    </Page>
  );
}

/** Whether the case is with the caller, who alone decides it. */
function useIsMine(found: Case): boolean {
  const { id } = useMe();
  return found.state === 'ASSIGNED' && found.assigneeId === id;
}

function Lease({ of: found }: { of: Case }) {
  const may = useMay();
  const me = useMe();
  const isMine = useIsMine(found);
  const assign = useAct(AssignReportDocument, (data) => data.adminAssignReport);
  if (found.state === 'CLOSED' || !may('CASES_DECIDE')) return null;
  return (
    <div className="buttons">
      <Failure error={assign.error} />
      <button
        className={isMine ? 'button' : 'button primary'}
        disabled={assign.isPending}
        onClick={() => assign.mutate({ input: { caseId: found.id, adminId: isMine ? null : me.id } })}
      >
        {isMine ? 'Give it back' : 'Claim'}
      </button>
      <Escalate caseId={found.id} />
    </div>
  );
}

const About = ({ of: found }: { of: Case }) => (
  <section className="card">
    <h2>About</h2>
    <Facts
      facts={[
        ['State', <Tag name={found.state} />],
        ['Queue', words(found.queue)],
        ['Weight of reports', number(found.reportedWeight)],
        ['Opened', <Moment at={found.openedAt} />],
        ['With an admin until', <Moment at={found.leaseExpiresAt} />],
        ['Owner', found.owner ? <Owner owner={found.owner} /> : '–'],
        ['Points of the owner', number(found.ownerStrikePoints)],
        ['Held since', <Moment at={found.heldAt} />],
      ]}
    />
  </section>
);

const Owner = ({ owner }: { owner: NonNullable<Case['owner']> }) => (
  <Link to="/users/$userId" params={{ userId: owner.id }}>
    @{owner.username}
  </Link>
);

function Content({ of: found }: { of: Case }) {
  const content = found.post ?? found.comment;
  const about = content ?? found.message;
  return (
    <section className="card">
      <h2>Content</h2>
      {found.isPrivate && <PrivateContent caseId={found.id} ownerId={found.ownerId} />}
      {content?.text != null && <p className="quote">{content.text || '(no text)'}</p>}
      {content?.media && <MediaList media={content.media} />}
      {about && (
        <p className="small quiet">
          {words(about.moderationState)} · {about.mediaCount} media · <Moment at={about.createdAt} />
        </p>
      )}
      {found.message?.editedAt && (
        <p className="small quiet">
          Edited <Moment at={found.message.editedAt} />
        </p>
      )}
      {found.message?.expiresAt && (
        <p className="small quiet">
          Disappears <Moment at={found.message.expiresAt} />
        </p>
      )}
      {found.snapshots?.map(({ version, takenAt, content: reported }) => (
        <div key={version}>
          <p className="small quiet">
            As reported <Moment at={takenAt} /> {reported.name}
          </p>
          <p className="quote">{reported.text || '(no text)'}</p>
        </div>
      ))}
    </section>
  );
}

const Reports = ({ reports }: { reports: readonly Report[] }) => (
  <section className="card">
    <h2>Reports</h2>
    <ul className="rows">
      {reports.map(({ id, reason, subReason, text, reporter, createdAt, isIllegalNotice, weight }) => (
        <li key={id}>
          <div>
            <p>
              {words(reason)}
              {subReason && ` · ${words(subReason)}`}{' '}
              {isIllegalNotice && <span className="tag warning">Notice of illegal content</span>}
            </p>
            {text && <p className="quote">{text}</p>}
          </div>
          <span className="small quiet">
            {reporter ? `@${reporter.username} · ` : ''}weight {number(weight)} · <Moment at={createdAt} />
          </span>
        </li>
      ))}
    </ul>
  </section>
);

function Decisions({ of: { decisions } }: { of: Case }) {
  if (decisions.length === 0) return null;
  return (
    <section className="card">
      <h2>Decisions</h2>
      <ul className="rows">
        {decisions.map(({ id, actions, policyTitle, facts, explanation, decidedAt, revertedAt }) => (
          <li key={id}>
            <div>
              <p>
                {actions.map(words).join(', ')} {policyTitle && `· ${policyTitle}`}{' '}
                {revertedAt && <span className="tag">Reverted</span>}
              </p>
              <p className="small">{facts}</p>
              <p className="small">{explanation}</p>
            </div>
            <span className="small quiet">
              <Moment at={decidedAt} />
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
