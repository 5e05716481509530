import { Download } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { useDateText, useSizeText } from '../../parts/formats.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Field, Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { More } from '../../parts/more.tsx';
import { useTexts } from '../../texts/texts.tsx';
import {
  type AccountDataQuery,
  type ExportItemFragment,
  RequestDataExportDocument,
} from './export.generated.ts';

export function Exports({
  list,
  onMore,
  onRequested,
}: {
  readonly list: AccountDataQuery['myDataExports'];
  readonly onMore: () => Promise<unknown>;
  readonly onRequested: () => void;
}) {
  const { settings } = useTexts();
  const [isAsking, setIsAsking] = useState(false);
  return (
    <section className="settings-part" aria-labelledby="settings-export">
      <h2 id="settings-export">{settings.export}</h2>
      <p>{settings.exportText}</p>
      <ul>
        {list?.edges.map(({ node }) => (
          <li key={node.id}>
            <ExportRow of={node} />
          </li>
        ))}
      </ul>
      <More hasMore={list?.pageInfo.hasNextPage ?? false} onMore={onMore} />
      <div className="settings-acts">
        <Button onClick={() => setIsAsking(true)}>{settings.requestExport}</Button>
      </div>
      {isAsking && (
        <ExportDialog
          onClose={() => setIsAsking(false)}
          onRequested={() => {
            setIsAsking(false);
            onRequested();
          }}
        />
      )}
    </section>
  );
}

function ExportRow({
  of: { createdAt, expiresAt, sizeBytes, state, url },
}: {
  readonly of: ExportItemFragment;
}) {
  const { settings } = useTexts();
  const date = useDateText();
  const size = useSizeText();
  return (
    <div className="settings-row">
      <div className="settings-text">
        <p className="settings-name">{date(createdAt)}</p>
        <p className="field-hint">
          {settings.exportStates[state]}
          {sizeBytes !== null && ` · ${size(sizeBytes)}`}
          {state === 'READY' && expiresAt !== null && ` · ${settings.until(date(expiresAt))}`}
        </p>
      </div>
      {url !== null && (
        <a className="button button-plain" href={url} download>
          <Download aria-hidden="true" />
          {settings.download}
        </a>
      )}
    </div>
  );
}

function ExportDialog({
  onClose,
  onRequested,
}: {
  readonly onClose: () => void;
  readonly onRequested: () => void;
}) {
  const { settings, account } = useTexts();
  const { act, isActing, refusals } = useAct(RequestDataExportDocument);
  const send = async (event: SyntheticEvent<HTMLFormElement>): Promise<void> => {
    const { password = '' } = fieldsOf(event);
    if (await act({ variables: { input: { password } } })) onRequested();
  };
  return (
    <Dialog title={settings.requestExport} onClose={onClose}>
      <form className="form" onSubmit={(event) => void send(event)}>
        <Field
          name="password"
          label={account.password}
          hint={settings.proofHint}
          type="password"
          autoComplete="current-password"
          required
          refusals={refusals}
        />
        <Refusals of={refusals} fields={['password']} />
        <div className="dialog-acts">
          <Button kind="main" type="submit" disabled={isActing}>
            {settings.requestExport}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}
