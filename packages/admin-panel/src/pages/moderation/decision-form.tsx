import { type SubmitEvent, useState } from 'react';
import {
  DecideCaseDocument,
  GetPoliciesDocument,
  type GetPoliciesQuery,
  type ModerationAction,
} from '../../generated/graphql.ts';
import { isCode } from '../../api/errors.ts';
import { useAct, useAsk, useMay } from '../../api/hooks.ts';
import { Field } from '../../parts/field.tsx';
import { Failure, words } from '../../parts/text.tsx';
import type { Case } from './case-types.ts';

const ON_OWNER: readonly ModerationAction[] = [
  'WARN',
  'RESTRICT_POSTING',
  'RESTRICT_COMMENTING',
  'RESTRICT_MESSAGING',
  'RESTRICT_FOLLOWING',
  'RESTRICT_DISCOVERY',
  'RESTRICT_UPLOADS',
  'SUSPEND',
];
/** Accounts and conversations cannot be removed. */
const WITHOUT_REMOVAL = ['USER', 'CONVERSATION'];

/** The acts on a case of this kind. */
const actionsFor = ({ subjectKind }: Case): readonly ModerationAction[] =>
  WITHOUT_REMOVAL.includes(subjectKind) ? ON_OWNER : ['REMOVE', ...ON_OWNER];

type Policies = NonNullable<GetPoliciesQuery['adminGetPolicies']>;
type Draft = {
  readonly actions: readonly ModerationAction[];
  readonly policyId: string;
  readonly facts: string;
  readonly explanation: string;
  readonly strikePoints: string;
};
const NOTHING: Draft = { actions: [], policyId: '', facts: '', explanation: '', strikePoints: '0' };

/**
 * A decision about the version of the case that the admin has seen. Where another one was faster, the form says so and keeps
 * what is written, also when the case is closed.
 */
export function DecisionForm({ of: found }: { of: Case }) {
  const may = useMay();
  const [seen, setSeen] = useState(found.version);
  const [draft, setDraft] = useState(NOTHING);
  const { data } = useAsk(GetPoliciesDocument, {});
  const decide = useAct(DecideCaseDocument, (answer) => answer.adminDecideCase);
  const isClosed = found.state === 'CLOSED';
  const isWaste = isClosed && draft === NOTHING && !decide.error;
  if (!may('CASES_DECIDE') || isWaste || (isClosed && decide.isPending)) return null;

  const policies = data?.adminGetPolicies?.filter(({ isActive }) => isActive) ?? [];
  const isAct = draft.actions.length > 0;
  // An own decision changes the case, too, before its answer is here.
  const isStale = seen !== found.version && !decide.isPending;
  const submit = (event: SubmitEvent): void => {
    event.preventDefault();
    const input = { caseId: found.id, expectedVersion: seen, ...inputOf(draft, policies) };
    decide.mutate({ input }, { onSuccess: () => setDraft(NOTHING) });
  };
  const readAgain = (): void => {
    setSeen(found.version);
    decide.reset();
  };
  return (
    <form className="card form" aria-label="Decide" onSubmit={submit}>
      <h2>Decide</h2>
      <Changed isStale={isStale} isClosed={isClosed} onRead={readAgain} />
      <fieldset>
        <legend>Acts; none means no violation</legend>
        {actionsFor(found).map((action) => (
          <label key={action} className="check">
            <input
              type="checkbox"
              checked={draft.actions.includes(action)}
              onChange={({ target }) => setDraft(withAction(draft, action, target.checked))}
            />
            {words(action)}
          </label>
        ))}
      </fieldset>
      {isAct && <Statement draft={draft} policies={policies} onChange={setDraft} />}
      <Refusal error={decide.error} />
      <div className="buttons">
        <button className="button primary" disabled={decide.isPending || isStale || isClosed}>
          {isAct ? 'Decide' : 'No violation'}
        </button>
      </div>
    </form>
  );
}

const withAction = (draft: Draft, action: ModerationAction, isChosen: boolean): Draft => {
  const others = draft.actions.filter((one) => one !== action);
  return { ...draft, actions: isChosen ? [...others, action] : others };
};

function inputOf({ actions, policyId, facts, explanation, strikePoints }: Draft, policies: Policies) {
  // The generated types have lists that can be written to.
  if (actions.length === 0) return { actions: ['NO_ACTION'] as ModerationAction[] };
  const ground = policies.find(({ id }) => id === policyId)?.ground;
  return {
    actions: [...actions],
    ground,
    policyId,
    facts,
    explanation,
    strikePoints: Number(strikePoints),
  };
}

type ChangedProps = { isStale: boolean; isClosed: boolean; onRead: () => void };

function Changed({ isStale, isClosed, onRead }: ChangedProps) {
  if (isClosed) {
    return (
      <p className="notice error" role="alert">
        Another admin has closed this case. What you have written stays here until you leave the page.
      </p>
    );
  }
  if (!isStale) return null;
  return (
    <div className="notice error" role="alert">
      <p>This case has changed since you opened it. Read it again before you decide.</p>
      <button type="button" className="button" onClick={onRead}>
        I have read it
      </button>
    </div>
  );
}

function Refusal({ error }: { error: Error | null }) {
  if (!isCode(error, 'CONFLICT')) return <Failure error={error} />;
  return (
    <p className="notice error" role="alert">
      Another admin has changed or decided this case in the meantime; nothing was done.
    </p>
  );
}

type StatementProps = { draft: Draft; policies: Policies; onChange: (draft: Draft) => void };

/** Fields of the statement for the owner, and the points. */
function Statement({ draft, policies, onChange }: StatementProps) {
  const choosePolicy = (policyId: string): void => {
    const template = policies.find(({ id }) => id === policyId)?.template ?? '';
    onChange({ ...draft, policyId, explanation: draft.explanation || template });
  };
  return (
    <>
      <Field label="Policy">
        <select required value={draft.policyId} onChange={({ target }) => choosePolicy(target.value)}>
          <option value="">Choose one</option>
          {policies.map(({ id, title }) => (
            <option key={id} value={id}>
              {title}
            </option>
          ))}
        </select>
      </Field>
      <Field label="Facts, for the owner">
        <textarea
          required
          maxLength={2_000}
          value={draft.facts}
          onChange={({ target }) => onChange({ ...draft, facts: target.value })}
        />
      </Field>
      <Field label="Explanation, for the owner">
        <textarea
          required
          maxLength={2_000}
          value={draft.explanation}
          onChange={({ target }) => onChange({ ...draft, explanation: target.value })}
        />
      </Field>
      <Field label="Strike points for 90 days">
        <input
          type="number"
          min={0}
          max={10}
          value={draft.strikePoints}
          onChange={({ target }) => onChange({ ...draft, strikePoints: target.value })}
        />
      </Field>
    </>
  );
}
