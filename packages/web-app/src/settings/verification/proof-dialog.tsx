import { FilePlus2, Trash2 } from 'lucide-react';
import { type SyntheticEvent, useState } from 'react';
import type { Refusal } from '../../api/refusals.ts';
import { Button, IconButton } from '../../parts/button.tsx';
import { useSizeText } from '../../parts/formats.ts';
import { Dialog } from '../../parts/dialog.tsx';
import { Refusals, TextField } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useTexts } from '../../texts/texts.tsx';

export type ProofLimits = {
  readonly verificationDocuments: number;
  readonly verificationNoteLength: number;
};

/** Types of documents that the server takes. */
const ACCEPTED = 'image/jpeg,image/png,image/webp,image/gif,image/avif,image/heic,application/pdf';

/** A note with documents, which only admins see who review the request. */
export function ProofDialog({
  title,
  lead,
  note,
  limits,
  given,
  isActing,
  refusals,
  onSend,
  onClose,
}: {
  readonly title: string;
  readonly lead: string;
  /** Label of the note. */
  readonly note: string;
  readonly limits: ProofLimits;
  /** Number of documents that the request has. */
  readonly given: number;
  readonly isActing: boolean;
  readonly refusals: readonly Refusal[];
  readonly onSend: (note: string, files: readonly File[]) => void;
  readonly onClose: () => void;
}) {
  const { common, verification } = useTexts();
  const [files, setFiles] = useState<readonly File[]>([]);
  const room = limits.verificationDocuments - given;
  const send = (event: SyntheticEvent<HTMLFormElement>): void => {
    const { note: text = '' } = fieldsOf(event);
    onSend(text, files);
  };
  return (
    <Dialog title={title} onClose={onClose}>
      <form className="form" onSubmit={send}>
        <p dir="auto">{lead}</p>
        <TextField
          name="note"
          label={note}
          maxLength={limits.verificationNoteLength}
          rows={4}
          dir="auto"
          required
          refusals={refusals}
        />
        <Files files={files} room={room} onChange={setFiles} />
        <Refusals of={refusals} fields={['note']} />
        <div className="dialog-acts">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button kind="main" type="submit" disabled={isActing}>
            {isActing ? verification.sending : verification.send}
          </Button>
        </div>
      </form>
    </Dialog>
  );
}

function Files({
  files,
  room,
  onChange,
}: {
  readonly files: readonly File[];
  /** Most documents that can be chosen. */
  readonly room: number;
  readonly onChange: (files: readonly File[]) => void;
}) {
  const { verification } = useTexts();
  const size = useSizeText();
  return (
    <div className="field">
      {files.length > 0 && (
        <ul aria-label={verification.documents}>
          {files.map((file, index) => (
            <li key={`${file.name} ${index}`} className="settings-file">
              <span className="settings-text" dir="auto">
                {file.name} · {size(file.size)}
              </span>
              <IconButton
                label={verification.removeDocument(file.name)}
                onClick={() => onChange(files.filter((each) => each !== file))}
              >
                <Trash2 aria-hidden="true" />
              </IconButton>
            </li>
          ))}
        </ul>
      )}
      {files.length < room && (
        <label className="button button-plain">
          <FilePlus2 aria-hidden="true" />
          {verification.addDocument}
          <input
            className="visually-hidden"
            type="file"
            accept={ACCEPTED}
            multiple
            onChange={({ target }) => {
              onChange([...files, ...(target.files ?? [])].slice(0, room));
              // The same file can be chosen again.
              target.value = '';
            }}
          />
        </label>
      )}
      <p className="field-hint">{verification.documentsHint}</p>
    </div>
  );
}
