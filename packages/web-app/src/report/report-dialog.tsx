import { useQuery } from '@apollo/client/react';
import { Link } from '@tanstack/react-router';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../api/act.ts';
import type { ReportSubjectInput } from '../generated/schema.ts';
import { Button } from '../parts/button.tsx';
import { Switch } from '../parts/choices.tsx';
import { Dialog } from '../parts/dialog.tsx';
import { Refusals, TextField } from '../parts/field.tsx';
import { Loading } from '../parts/states.tsx';
import { useTexts } from '../texts/texts.tsx';
import { NO_REASON, ReasonFields } from './reason-fields.tsx';
import { ReportContentDocument, ReportReasonsDocument } from './report.generated.ts';

type ReportDialogProps = {
  /** The one thing that is reported: a post, a comment, a user, a message, a conversation or a hashtag. */
  readonly subject: ReportSubjectInput;
  /** Of the person behind it, who can be blocked with the report. */
  readonly ownerName?: string | undefined;
  readonly onClose: () => void;
};

/** Reports something to the moderators, with a reason and a text. */
export function ReportDialog({ subject, ownerName, onClose }: ReportDialogProps) {
  const { report, common } = useTexts();
  const [isSent, setIsSent] = useState(false);
  return (
    <Dialog title={report.report} onClose={onClose}>
      {isSent ? (
        <>
          <p role="status">{report.sent}</p>
          <div className="dialog-acts">
            <Button kind="main" onClick={onClose}>
              {common.done}
            </Button>
          </div>
        </>
      ) : (
        <ReportForm {...{ subject, ownerName }} onSent={() => setIsSent(true)} />
      )}
    </Dialog>
  );
}

const FIELDS = ['text'];

function ReportForm({
  subject,
  ownerName,
  onSent,
}: Omit<ReportDialogProps, 'onClose'> & { readonly onSent: () => void }) {
  const { report, common } = useTexts();
  const result = useQuery(ReportReasonsDocument);
  const { act, isActing, refusals } = useAct(ReportContentDocument);
  const [chosen, setChosen] = useState(NO_REASON);
  const [text, setText] = useState('');
  const [alsoBlock, setAlsoBlock] = useState(false);
  const { reportReasons, apiLimits } = result.data ?? {};
  const groups = reportReasons ?? [];
  const { reason, subReason } = chosen;

  const send = async (event: SyntheticEvent): Promise<void> => {
    event.preventDefault();
    if (reason === '') return;
    const input = { subject, reason, text, alsoBlock, ...(subReason !== '' && { subReason }) };
    if (await act({ variables: { input } })) onSent();
  };

  return (
    <Loading of={result} has={groups.length > 0}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <ReasonFields groups={groups} chosen={chosen} onChange={setChosen} />
        <TextField
          name="text"
          label={`${report.text} (${common.optional})`}
          rows={3}
          dir="auto"
          maxLength={apiLimits?.trust.reportTextLength}
          value={text}
          onChange={({ target }) => setText(target.value)}
          refusals={refusals}
        />
        {ownerName !== undefined && (
          <Switch label={report.alsoBlock(ownerName)} isOn={alsoBlock} onChange={setAlsoBlock} />
        )}
        <Refusals of={refusals} fields={FIELDS} />
        <p className="field-hint">
          <Link to="/notice" search={{ about: String(Object.values(subject)[0]) }}>
            {report.isIllegal}
          </Link>
        </p>
        <div className="dialog-acts">
          <Button kind="main" type="submit" disabled={isActing || reason === ''}>
            {report.send}
          </Button>
        </div>
      </form>
    </Loading>
  );
}
