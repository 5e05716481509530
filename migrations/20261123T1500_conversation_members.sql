-- The count is of the current and the invited participants, those whom `participants_joined` lists.
alter table conversations
  add column description text,
  add column avatar_media_id uuid references media (id),
  add column participant_count integer not null default 0 check (participant_count >= 0);
update conversations c set participant_count = (
  select count(*) from participants p where p.conversation_id = c.id and p.left_at is null);

-- How a participation ended is told apart: whoever left or declined is asked before they are in again.
alter table participants drop constraint participants_status_check;
update participants set status = 'LEFT', role = 'MEMBER' where left_at is not null;
alter table participants
  add constraint participants_status_check
    check (status in ('INVITED', 'ACTIVE', 'DECLINED', 'LEFT', 'REMOVED')),
  -- Whoever declines a direct conversation stays in the list of its participants, so that the other one notices nothing.
  add constraint participants_left_check
    check (status = 'DECLINED' or (left_at is null) = (status in ('INVITED', 'ACTIVE'))),
  -- REQUESTS holds what waits for an answer: direct conversations begun by strangers, and invitations to groups.
  add column inbox text not null default 'PRIMARY' check (inbox in ('PRIMARY', 'REQUESTS')),
  add column added_by uuid references users (id),
  -- Nobody else sees these four.
  add column muted_until timestamptz,
  add column pinned_at timestamptz,
  add column archived_at timestamptz,
  add column marked_unread_at timestamptz;
update participants set inbox = 'REQUESTS' where status = 'INVITED';
alter table participants
  add constraint participants_invited_check check (status <> 'INVITED' or inbox = 'REQUESTS');
