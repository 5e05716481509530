import { useState } from 'react';
import { useParams } from '@tanstack/react-router';
import {
  type AdminVerificationDecision,
  ClaimVerificationDocument,
  DecideVerificationDocument,
  GetVerificationDocument,
  type GetVerificationQuery,
} from '../../generated/graphql.ts';
import { useAct, useAsk, useMe } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Choice, Field } from '../../parts/field.tsx';
import { Page } from '../../parts/frame.tsx';
import { UserName } from '../../parts/ids.tsx';
import { MomentField, momentOf } from '../../parts/moment-field.tsx';
import { Facts, Failure, Loading, Moment, Tag, words } from '../../parts/text.tsx';
import { VerificationDocuments } from './verification-documents.tsx';

type Node = NonNullable<GetVerificationQuery['adminGetNode']>;
/** Of the objects behind an id the document reads requests alone. */
type Request = Exclude<Node, Record<PropertyKey, never>>;
const isRequest = (node: Node): node is Request => 'documents' in node;

export function VerificationPage() {
  const { requestId } = useParams({ from: '/verifications/$requestId' });
  const { data, error } = useAsk(GetVerificationDocument, { id: requestId }, { isPolled: true });
  const found = data?.adminGetNode;
  if (!found || !isRequest(found)) {
    return (
      <Page title="Verification">
        {error ? <Failure error={error} /> : data ? <p>There is no request with this id.</p> : <Loading />}
      </Page>
    );
  }
  return (
    <Page title={`Verification of ${found.displayName || found.username}`} actions={<Acts of={found} />}>
      <div className="halves">
        <About of={found} />
        <Words of={found} />
      </div>
      <VerificationDocuments key={found.id} requestId={found.id} documents={found.documents} />
    </Page>
  );
}

function About({ of: found }: { of: Request }) {
  const me = useMe();
  const reviewer = found.reviewerId === me.id ? 'You' : <code>{found.reviewerId}</code>;
  return (
    <section className="card">
      <h2>About</h2>
      <Facts
        facts={[
          ['Badge', words(found.kind)],
          ['State', <Tag name={found.state} />],
          ['User', <UserName id={found.userId} user={found.user} />],
          ['Name to be verified', found.displayName],
          ['Username to be verified', `@${found.username}`],
          ['Reviewed by', found.reviewerId ? reviewer : '–'],
          ['Requested', <Moment at={found.createdAt} />],
          ['Over', <Moment at={found.endedAt} />],
          ['Id', <code>{found.id}</code>],
        ]}
      />
    </section>
  );
}

const Words = ({ of: { note, answer, message } }: { of: Request }) => (
  <section className="card">
    <h2>Words</h2>
    <Quoted by="Note of the user" text={note} />
    <Quoted by="Last words to the user" text={message} />
    <Quoted by="Last answer of the user" text={answer} />
  </section>
);

function Quoted({ by, text }: { by: string; text: string | null }) {
  if (!text) return null;
  return (
    <div>
      <p className="small quiet">{by}</p>
      <p className="quote">{text}</p>
    </div>
  );
}

/** Decisions that the API takes in a state. */
function decisionsIn({ state }: Request): readonly AdminVerificationDecision[] {
  if (state === 'IN_REVIEW') return ['APPROVED', 'MORE_INFO', 'REJECTED'];
  return state === 'MORE_INFO' ? ['REJECTED'] : [];
}

function Acts({ of: found }: { of: Request }) {
  const [decided, setDecided] = useState<Request | null>(null);
  const claim = useAct(ClaimVerificationDocument, (data) => data.adminClaimVerification);
  return (
    <>
      <div className="buttons">
        <Failure error={claim.error} />
        {found.state === 'REQUESTED' && (
          <button
            className="button primary"
            disabled={claim.isPending}
            onClick={() => claim.mutate({ input: { requestId: found.id } })}
          >
            Begin the review
          </button>
        )}
        {decisionsIn(found).length > 0 && (
          <button className="button primary" onClick={() => setDecided(found)}>
            Decide
          </button>
        )}
      </div>
      {decided && <Decide of={decided} onClose={() => setDecided(null)} />}
    </>
  );
}

/** A decision about the version that the admin has seen when they began it. */
function Decide({ of: seen, onClose }: { of: Request; onClose: () => void }) {
  const decisions = decisionsIn(seen);
  const [decision, setDecision] = useState<AdminVerificationDecision>(decisions[0] ?? 'REJECTED');
  const [message, setMessage] = useState('');
  const [until, setUntil] = useState('');
  const act = useAct(DecideVerificationDocument, (data) => data.adminDecideVerification);
  const isApproval = decision === 'APPROVED';
  const decide = (): Promise<unknown> => {
    const input = { requestId: seen.id, expectedVersion: seen.version, decision };
    const words = message.trim() || undefined;
    return act.mutateAsync({
      input: { ...input, message: words, expiresAt: isApproval ? momentOf(until) : undefined },
    });
  };
  return (
    <ActDialog
      title={`Decide about @${seen.username}`}
      about="A mail tells the user."
      action="Decide"
      hasReason={false}
      onClose={onClose}
      onAct={decide}
    >
      <Choice
        label="Decision"
        options={decisions}
        value={decision}
        onChange={(next) => setDecision(next || decision)}
      />
      {isApproval && <MomentField label="Badge until, or empty for good" value={until} onChange={setUntil} />}
      <Field label={isApproval ? 'Words to the user, or empty' : 'Words to the user'}>
        <textarea
          required={!isApproval}
          maxLength={500}
          value={message}
          onChange={({ target }) => setMessage(target.value)}
        />
      </Field>
    </ActDialog>
  );
}
