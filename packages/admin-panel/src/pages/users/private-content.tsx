import { useEffect, useState } from 'react';
import { OpenPrivateContentDocument, type OpenPrivateContentMutation } from '../../generated/graphql.ts';
import { useAct, useMay } from '../../api/hooks.ts';
import { ActDialog } from '../../parts/act-dialog.tsx';
import { Moment } from '../../parts/text.tsx';
import { MediaList } from '../moderation/media-parts.tsx';

type Message = NonNullable<
  NonNullable<OpenPrivateContentMutation['adminOpenPrivateContent']>['messages']
>[number];

/** Shows private content after a look that is noted; it is gone when the page is left. */
export function PrivateContent({ caseId, ownerId }: { caseId: string; ownerId: string | null }) {
  const may = useMay();
  const [isOpen, setOpen] = useState(false);
  const act = useAct(OpenPrivateContentDocument, (data) => data.adminOpenPrivateContent);
  const { reset } = act;
  useEffect(() => reset, [reset, caseId]);
  if (!may('PRIVATE_CONTENT_READ')) return <p className="quiet">This content is private.</p>;
  const { current, media, messages, snapshots } = act.data ?? {};
  return (
    <>
      {!act.data && (
        <div className="buttons">
          <button className="button" onClick={() => setOpen(true)}>
            Open the private content
          </button>
        </div>
      )}
      {current && <p className="quote">{current.text || '(no text)'}</p>}
      {media && <MediaList media={media} />}
      {messages && messages.length > 0 && <Conversation messages={messages} ownerId={ownerId} />}
      {snapshots?.map(({ version, takenAt, content }) => (
        <div key={version}>
          <p className="small quiet">
            As reported <Moment at={takenAt} /> {content.name}
          </p>
          <p className="quote">{content.text || '(no text)'}</p>
        </div>
      ))}
      {isOpen && (
        <ActDialog
          title="Open private content"
          about="The audit log notes this look and its reason."
          action="Open"
          onClose={() => setOpen(false)}
          onAct={(reason) => act.mutateAsync({ input: { caseId, reason } })}
        />
      )}
    </>
  );
}

/** Messages beside the reported one, told apart by whether the owner of the case sent them. */
const Conversation = ({ messages, ownerId }: { messages: readonly Message[]; ownerId: string | null }) => (
  <ul className="rows" aria-label="Messages">
    {messages.map(({ messageId, senderId, text, media, createdAt }) => (
      <li key={messageId}>
        <div>
          <p className="small quiet">{senderOf(senderId, ownerId)}</p>
          <p>{text || '(no text)'}</p>
          <MediaList media={media} />
        </div>
        <span className="small quiet">
          <Moment at={createdAt} />
        </span>
      </li>
    ))}
  </ul>
);

function senderOf(senderId: string | null, ownerId: string | null): string {
  if (senderId === null) return 'System';
  return senderId === ownerId ? 'Owner' : 'Somebody else';
}
