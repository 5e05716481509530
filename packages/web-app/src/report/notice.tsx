import { useApolloClient, useQuery } from '@apollo/client/react';
import { Link, useSearch } from '@tanstack/react-router';
import { useState } from 'react';
import { Door } from '../account/door.tsx';
import { useAct } from '../api/act.ts';
import { type Refusal, refusalsOfFailure } from '../api/refusals.ts';
import type { ReportSubjectInput } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { Field, Refusals, TextField } from '../parts/field.tsx';
import { fieldsOf } from '../parts/form.ts';
import { Loading } from '../parts/states.tsx';
import { useKept } from '../parts/use-kept.ts';
import { useTexts } from '../texts/texts.tsx';
import { NoticeFormDocument, SubmitNoticeDocument } from './notice.generated.ts';
import { type ChosenReason, NO_REASON, ReasonFields } from './reason-fields.tsx';
import { subjectOfAddress, subjectOfId } from './subject-of.ts';

/** A notice of illegal content, of a user or of somebody without an account. */
export function Notice() {
  const { account, report } = useTexts();
  const search = useSearch({ from: '/notice', shouldThrow: false });
  const { about = '' } = useKept(search);
  const [number, setNumber] = useState<string | null>(null);
  return (
    <Door title={report.notice}>
      {number === null ? (
        <NoticeForm subject={subjectOfId(about)} onSent={setNumber} />
      ) : (
        <p className="notice" role="status">
          {report.noticeSent(number)}
        </p>
      )}
      <p className="door-links">
        <Link to="/">{account.toApp}</Link>
      </p>
    </Door>
  );
}

type NoticeProps = {
  /** Of the screen that led here; null where the sender gives an address. */
  readonly subject: ReportSubjectInput | null;
  readonly onSent: (number: string) => void;
};

const FIELDS = ['address', 'explanation', 'name', 'email'];

function NoticeForm({ subject, onSent }: NoticeProps) {
  const { account, report } = useTexts();
  const result = useQuery(NoticeFormDocument);
  const [chosen, setChosen] = useState(NO_REASON);
  const { send, isActing, refusals } = useNotice({ subject, onSent });
  const { reportReasons, apiLimits } = result.data ?? {};
  const isNamed = chosen.reason !== 'CHILD_SAFETY';
  return (
    <Loading of={result} has={reportReasons != null}>
      <form className="form" onSubmit={(event) => void send(fieldsOf(event), chosen)}>
        <p>{report.noticeLead}</p>
        {!subject && (
          <Field
            name="address"
            label={report.address}
            hint={report.addressHint}
            type="url"
            required
            refusals={refusals}
          />
        )}
        <ReasonFields groups={reportReasons ?? []} chosen={chosen} onChange={setChosen} />
        <TextField
          name="explanation"
          label={report.explanation}
          hint={report.explanationHint}
          rows={5}
          dir="auto"
          maxLength={apiLimits?.trust.noticeTextLength}
          required
          refusals={refusals}
        />
        <Field
          name="name"
          label={account.displayName}
          hint={isNamed ? report.nameHint : report.namelessHint}
          autoComplete="name"
          maxLength={apiLimits?.trust.noticeNameLength}
          required={isNamed}
          refusals={refusals}
        />
        <Field
          name="email"
          label={account.email}
          type="email"
          autoComplete="email"
          required={isNamed}
          refusals={refusals}
        />
        <label className="choice">
          <input type="checkbox" required />
          <span>{report.inGoodFaith}</span>
        </label>
        <Refusals of={refusals} fields={FIELDS} />
        <Button kind="main" type="submit" disabled={isActing || chosen.reason === ''}>
          {report.sendNotice}
        </Button>
      </form>
    </Loading>
  );
}

/** Sends the fields of a notice, for whose address it looks first. */
function useNotice({ subject, onSent }: NoticeProps) {
  const { failures, report } = useTexts();
  const client = useApolloClient();
  const { act, isActing, refusals } = useAct(SubmitNoticeDocument);
  const [unknown, setUnknown] = useState<readonly Refusal[]>([]);

  async function send(
    { address = '', explanation = '', name = '', email = '' }: Readonly<Record<string, string>>,
    { reason, subReason }: ChosenReason,
  ): Promise<void> {
    if (reason === '') return;
    setUnknown([]);
    try {
      const about = subject ?? (await subjectOfAddress(client, address));
      if (!about) {
        setUnknown([{ code: 'NOT_FOUND', field: 'address', message: report.addressUnknown }]);
        return;
      }
      const input = {
        subject: about,
        reason,
        explanation,
        isInGoodFaith: true,
        ...(subReason !== '' && { subReason }),
        ...(name !== '' && { name }),
        ...(email !== '' && { email }),
      };
      const payload = await act({ variables: { input } });
      if (payload?.reportId) onSent(payload.reportId);
    } catch (error) {
      setUnknown(refusalsOfFailure(error, failures.offline));
    }
  }

  return { send, isActing, refusals: [...unknown, ...refusals] };
}
