import { useQuery } from '@apollo/client/react';
import { useSession } from '@plaza/client/react';
import { Link, useParams } from '@tanstack/react-router';
import { ChevronRight, Images } from 'lucide-react';
import { Screen } from '../../parts/screen.tsx';
import { Loading } from '../../parts/states.tsx';
import { useTexts } from '../../texts/texts.tsx';
import { useIsWide } from '../use-is-wide.ts';
import { ConversationAvatar, useTitleOf } from '../inbox/conversation-title.tsx';
import { ConversationDetailsDocument } from './details.generated.ts';
import type { Details } from './details.ts';
import { EditGroup } from './edit-group.tsx';
import { InviteLinks } from './invite-links.tsx';
import { JoinRequests } from './join-requests.tsx';
import { Leave } from './leave.tsx';
import { Participants } from './participants.tsx';
import { Timer } from './timer.tsx';
import { useKept } from '../../parts/use-kept.ts';
import '../../styles/settings.css';

const LINKS = 50;

/** A conversation apart from its messages: its people and how it is kept. */
export function ConversationDetails() {
  const { messages } = useTexts();
  const params = useParams({ from: '/inside/messages/$id/details', shouldThrow: false });
  const { id } = useKept(params);
  const result = useQuery(ConversationDetailsDocument, { variables: { id, firstLinks: LINKS } });
  const conversation = result.data?.conversation;
  return (
    <Screen title={messages.details} hasBack isPart={useIsWide()}>
      <Loading of={result} has={conversation?.viewer != null}>
        {conversation && <Opened conversation={conversation} />}
      </Loading>
    </Screen>
  );
}

function Opened({ conversation }: { readonly conversation: Details }) {
  const { messages } = useTexts();
  const titleOf = useTitleOf();
  const userId = useSession().user ?? '';
  const { id, kind, viewer, description } = conversation;
  const isGroup = kind === 'GROUP';
  const peer = viewer?.peer?.user;
  return (
    <div className="details">
      <section className="details-head">
        <ConversationAvatar of={conversation} size={96} />
        <h2 dir="auto">{titleOf(conversation)}</h2>
        {description !== null && <p dir="auto">{description}</p>}
        {peer && (
          <Link className="button" to="/u/$username" params={{ username: peer.username }}>
            {messages.showProfile}
          </Link>
        )}
      </section>
      <Link to="/messages/$id/media" params={{ id }} search={(before) => before} className="settings-link">
        <Images aria-hidden="true" />
        {messages.sharedMedia}
        <ChevronRight className="settings-more" aria-hidden="true" />
      </Link>
      {isGroup && viewer?.canEdit && <EditGroup conversation={conversation} />}
      <Timer conversation={conversation} />
      {isGroup && <Participants conversation={conversation} userId={userId} />}
      {isGroup && viewer?.canManageParticipants && (
        <>
          <JoinRequests conversationId={id} />
          <InviteLinks conversation={conversation} />
        </>
      )}
      {isGroup && <Leave conversationId={id} />}
    </div>
  );
}
