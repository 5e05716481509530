import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { BadgeKind } from '../../generated/schema.ts';
import { Button } from '../../parts/button.tsx';
import { useDateText, useSizeText } from '../../parts/formats.ts';
import { Confirm } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { ProofDialog, type ProofLimits } from './proof-dialog.tsx';
import {
  AnswerVerificationDocument,
  RequestVerificationDocument,
  type VerificationItemFragment,
  WithdrawVerificationDocument,
} from './verification.generated.ts';

/** Asks for a badge, where no request for it is open. */
export function RequestButton({
  kind,
  limits,
  onRequested,
}: {
  readonly kind: BadgeKind;
  readonly limits: ProofLimits;
  readonly onRequested: () => void;
}) {
  const { people, verification } = useTexts();
  const { act, isActing, refusals, clear } = useAct(RequestVerificationDocument);
  const [key, setKey] = useState<string | null>(null);
  const send = async (note: string, files: readonly File[]): Promise<void> => {
    if (!(await act({ variables: { input: { kind, note, files: [...files], idempotencyKey: key } } })))
      return;
    setKey(null);
    onRequested();
  };
  return (
    <div className="settings-acts">
      <Button
        aria-label={verification.requestOf(people.badges[kind])}
        onClick={() => {
          clear();
          setKey(crypto.randomUUID());
        }}
      >
        {verification.request}
      </Button>
      {key !== null && (
        <ProofDialog
          title={verification.requestOf(people.badges[kind])}
          lead={verification.requestText}
          note={verification.note}
          limits={limits}
          given={0}
          isActing={isActing}
          refusals={refusals}
          onSend={(note, files) => void send(note, files)}
          onClose={() => setKey(null)}
        />
      )}
    </div>
  );
}

/** The newest request for a badge: what was sent, what admins say, and what can be done. */
export function RequestState({
  request,
  limits,
}: {
  readonly request: VerificationItemFragment;
  readonly limits: ProofLimits;
}) {
  const { verification } = useTexts();
  const date = useDateText();
  const { state, displayName, username, note, answer, message, createdAt, endedAt } = request;
  return (
    <div className="settings-quote">
      <p className="settings-name">{verification.states[state]}</p>
      {message !== null && (
        <p dir="auto">
          <strong>{verification.message}</strong> {message}
        </p>
      )}
      <p dir="auto">
        <strong>{verification.yourNote}</strong> {note}
      </p>
      {answer !== null && (
        <p dir="auto">
          <strong>{verification.yourAnswer}</strong> {answer}
        </p>
      )}
      <Documents of={request} />
      <p className="field-hint">
        {verification.under(displayName, username)} · {verification.requested(date(createdAt))}
        {endedAt !== null && ` · ${verification.ended(date(endedAt))}`}
      </p>
      {endedAt === null && <RequestActs request={request} limits={limits} />}
    </div>
  );
}

function Documents({ of: { documents, documentsDeletedAt } }: { readonly of: VerificationItemFragment }) {
  const { verification } = useTexts();
  const date = useDateText();
  const size = useSizeText();
  if (documents.length === 0) return null;
  return (
    <>
      <ul aria-label={verification.documents}>
        {documents.map(({ fileName, sizeBytes }) => (
          <li key={fileName}>
            {fileName} · {size(sizeBytes)}
          </li>
        ))}
      </ul>
      {documentsDeletedAt !== null && (
        <p className="field-hint">{verification.documentsDeleted(date(documentsDeletedAt))}</p>
      )}
    </>
  );
}

function RequestActs({
  request: { id, state, message, documents },
  limits,
}: {
  readonly request: VerificationItemFragment;
  readonly limits: ProofLimits;
}) {
  const { verification } = useTexts();
  const answering = useAct(AnswerVerificationDocument);
  const withdrawing = useAct(WithdrawVerificationDocument);
  const [open, setOpen] = useState<'answer' | 'withdrawal' | null>(null);
  const answer = async (note: string, files: readonly File[]): Promise<void> => {
    if (await answering.act({ variables: { input: { requestId: id, note, files: [...files] } } }))
      setOpen(null);
  };
  const withdraw = async (): Promise<void> => {
    if (await withdrawing.act({ variables: { input: { requestId: id } } })) setOpen(null);
  };
  return (
    <div className="settings-acts">
      {state === 'MORE_INFO' && (
        <Button kind="main" onClick={() => setOpen('answer')}>
          {verification.answer}
        </Button>
      )}
      <Button onClick={() => setOpen('withdrawal')}>{verification.withdraw}</Button>
      {open === 'answer' && (
        <ProofDialog
          title={verification.answer}
          lead={message ?? ''}
          note={verification.yourAnswer}
          limits={limits}
          given={documents.length}
          isActing={answering.isActing}
          refusals={answering.refusals}
          onSend={(note, files) => void answer(note, files)}
          onClose={() => setOpen(null)}
        />
      )}
      {open === 'withdrawal' && (
        <Confirm
          title={verification.withdrawTitle}
          text={verification.withdrawText}
          act={verification.withdraw}
          isActing={withdrawing.isActing}
          onConfirm={() => void withdraw()}
          onClose={() => setOpen(null)}
        >
          <Refusals of={withdrawing.refusals} />
        </Confirm>
      )}
    </div>
  );
}
