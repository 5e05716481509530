import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import { Button } from '../../parts/button.tsx';
import { Refusals } from '../../parts/field.tsx';
import { fieldsOf } from '../../parts/form.ts';
import { useSpeech, useTexts } from '../../texts/texts.tsx';
import { ConversationDetailsDocument } from './details.generated.ts';
import type { Details } from './details.ts';
import {
  CreateConversationInviteDocument,
  RevokeConversationInviteDocument,
} from './group-acts.generated.ts';

const DAY_MS = 24 * 60 * 60_000;
const DAYS = 7;

/** Links by which people join a group. The code of one is told only when it is made. */
export function InviteLinks({ conversation: { id, invites } }: { readonly conversation: Details }) {
  const { messages } = useTexts();
  const { locale } = useSpeech();
  const creating = useAct(CreateConversationInviteDocument);
  const revoking = useAct(RevokeConversationInviteDocument);
  const [code, setCode] = useState<string | null>(null);
  const refetchQueries = [ConversationDetailsDocument];
  const create = (needsApproval: boolean): void => {
    const expiresAt = new Date(Date.now() + DAYS * DAY_MS).toISOString();
    const variables = { input: { conversationId: id, needsApproval, expiresAt } };
    void creating.act({ variables, refetchQueries }).then((payload) => setCode(payload?.code ?? null));
  };
  return (
    <section className="details-part" aria-label={messages.inviteLinks}>
      <h3>{messages.inviteLinks}</h3>
      <form className="details-acts" onSubmit={(event) => create(fieldsOf(event)['approval'] === 'on')}>
        <label className="check">
          <input type="checkbox" name="approval" /> {messages.needsApproval}
        </label>
        <Button type="submit" disabled={creating.isActing}>
          {messages.createLink}
        </Button>
      </form>
      {code !== null && <NewLink url={`${location.origin}/join/${code}`} />}
      <ul className="scheduled">
        {invites.nodes.map((invite) => (
          <li key={invite.id}>
            <p>
              {messages.linkUses(invite.useCount)}
              {invite.needsApproval && ` · ${messages.approval}`}
            </p>
            {invite.expiresAt !== null && (
              <p className="message-quiet">
                {messages.endsAt(
                  new Date(invite.expiresAt).toLocaleString(locale, {
                    dateStyle: 'medium',
                    timeStyle: 'short',
                  }),
                )}
              </p>
            )}
            <Button
              onClick={() =>
                void revoking.act({ variables: { input: { inviteId: invite.id } }, refetchQueries })
              }
            >
              {messages.revoke}
            </Button>
          </li>
        ))}
      </ul>
      <Refusals of={[...creating.refusals, ...revoking.refusals]} />
    </section>
  );
}

function NewLink({ url }: { readonly url: string }) {
  const { messages } = useTexts();
  const [isCopied, setIsCopied] = useState(false);
  const copy = (): void =>
    void navigator.clipboard.writeText(url).then(
      () => setIsCopied(true),
      // The link can be chosen by hand.
      () => undefined,
    );
  return (
    <div className="new-link">
      <input
        className="input"
        readOnly
        value={url}
        aria-label={messages.link}
        onFocus={({ target }) => target.select()}
      />
      <Button onClick={copy}>{messages.copy}</Button>
      <span role="status">{isCopied && messages.copied}</span>
      <p className="field-hint">{messages.linkOnce}</p>
    </div>
  );
}
