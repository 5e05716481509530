import { useApolloClient } from '@apollo/client/react';
import { Ellipsis, UserPlus } from 'lucide-react';
import { useState } from 'react';
import { useAct } from '../../api/act.ts';
import type { ParticipantRole } from '../../generated/schema.ts';
import { Avatar } from '../../parts/avatar.tsx';
import { Button, IconButton } from '../../parts/button.tsx';
import { Confirm, Dialog } from '../../parts/dialog.tsx';
import { Refusals } from '../../parts/field.tsx';
import { Menu, type MenuItem } from '../../parts/menu.tsx';
import { More } from '../../parts/more.tsx';
import { useTexts } from '../../texts/texts.tsx';
import type { ParticipantItemFragment } from '../conversation/conversation.generated.ts';
import { PeopleSearch } from '../inbox/people-search.tsx';
import { MoreParticipantsDocument } from './details.generated.ts';
import type { Details } from './details.ts';
import {
  AddParticipantsDocument,
  RemoveParticipantDocument,
  SetParticipantRoleDocument,
} from './group-acts.generated.ts';

const PAGE = 50;

export function Participants({
  conversation,
  userId,
}: {
  readonly conversation: Details;
  readonly userId: string;
}) {
  const { messages } = useTexts();
  const apollo = useApolloClient();
  const [isAdding, setIsAdding] = useState(false);
  const { id, participants, participantCount, viewer } = conversation;
  return (
    <section className="details-part" aria-label={messages.people}>
      <h3>{messages.participants(participantCount)}</h3>
      {viewer?.canManageParticipants && (
        <Button onClick={() => setIsAdding(true)}>
          <UserPlus aria-hidden="true" /> {messages.addPeople}
        </Button>
      )}
      <ul className="participants">
        {participants.edges.map(({ node }) => (
          <li key={node.id}>
            <Row participant={node} conversation={conversation} userId={userId} />
          </li>
        ))}
      </ul>
      <More
        hasMore={participants.pageInfo.hasNextPage}
        onMore={() =>
          apollo.query({
            query: MoreParticipantsDocument,
            variables: { id, first: PAGE, after: participants.pageInfo.endCursor },
            fetchPolicy: 'network-only',
          })
        }
      />
      {isAdding && <AddPeople conversation={conversation} onClose={() => setIsAdding(false)} />}
    </section>
  );
}

function Row({
  participant,
  conversation,
  userId,
}: {
  readonly participant: ParticipantItemFragment;
  readonly conversation: Details;
  readonly userId: string;
}) {
  const { messages } = useTexts();
  const setting = useAct(SetParticipantRoleDocument);
  const [isRemoving, setIsRemoving] = useState(false);
  const { id: participantId, role, status, user, blockedUser } = participant;
  const name = user?.displayName ?? blockedUser?.displayName ?? messages.somebody;
  const target = { conversationId: conversation.id, participantId };
  const setRole = (next: ParticipantRole): void =>
    void setting.act({ variables: { input: { ...target, role: next } } });
  const isOwner = conversation.viewer?.role === 'OWNER';
  const canRemove =
    user?.id !== userId && conversation.viewer?.canManageParticipants && (isOwner || role === 'MEMBER');
  const items: MenuItem[] = [
    ...(isOwner && user?.id !== userId && status === 'ACTIVE'
      ? [
          role === 'ADMIN'
            ? { name: messages.makeMember, onSelect: () => setRole('MEMBER') }
            : { name: messages.makeAdmin, onSelect: () => setRole('ADMIN') },
          { name: messages.makeOwner, onSelect: () => setRole('OWNER') },
        ]
      : []),
    ...(canRemove
      ? [{ name: messages.removePerson, isDanger: true, onSelect: () => setIsRemoving(true) }]
      : []),
  ];
  return (
    <div className="participant">
      <Avatar of={user ?? { displayName: name, avatar: null }} size={40} />
      <span className="found-names">
        <span className="name" dir="auto">
          {name}
        </span>
        <span className="username">{user && `@${user.username}`}</span>
      </span>
      <span className="message-quiet">{status === 'INVITED' ? messages.invited : messages.roles[role]}</span>
      {items.length > 0 && (
        <Menu
          trigger={
            <IconButton label={messages.actsOfPerson(name)}>
              <Ellipsis aria-hidden="true" />
            </IconButton>
          }
          items={items}
        />
      )}
      <Refusals of={setting.refusals} />
      {isRemoving && <Remove name={name} target={target} onClose={() => setIsRemoving(false)} />}
    </div>
  );
}

function Remove({
  name,
  target,
  onClose,
}: {
  readonly name: string;
  readonly target: { readonly conversationId: string; readonly participantId: string };
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  const { act, isActing, refusals } = useAct(RemoveParticipantDocument);
  return (
    <Confirm
      title={messages.removeTitle(name)}
      text={messages.removeText}
      act={messages.removePerson}
      isActing={isActing}
      onConfirm={() => void act({ variables: { input: target } }).then((payload) => payload && onClose())}
      onClose={onClose}
    >
      <Refusals of={refusals} />
    </Confirm>
  );
}

function AddPeople({
  conversation,
  onClose,
}: {
  readonly conversation: Details;
  readonly onClose: () => void;
}) {
  const { messages } = useTexts();
  const { act, refusals } = useAct(AddParticipantsDocument);
  const isThere = (id: string): boolean =>
    conversation.participants.edges.some(({ node }) => node.user?.id === id);
  return (
    <Dialog title={messages.addPeople} onClose={onClose}>
      <PeopleSearch
        isChosen={({ id }) => isThere(id)}
        onChoose={({ id }) =>
          void act({ variables: { input: { conversationId: conversation.id, userIds: [id] } } }).then(
            (payload) => payload && onClose(),
          )
        }
      />
      <Refusals of={refusals} />
    </Dialog>
  );
}
