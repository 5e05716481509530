-- Messaging: conversations, their participants and messages, and what is kept about these.

create table conversations (
  id uuid primary key,
  kind text not null check (kind in ('DIRECT', 'GROUP')),
  title text,
  -- Both user ids in order, so that two people have one direct conversation; null for groups.
  direct_pair text unique,
  created_by uuid not null references users (id),
  -- The seq of the newest message. The lock on the row puts messages in order.
  last_seq bigint not null default 0,
  created_at timestamptz not null,
  updated_at timestamptz not null,
  -- Counts the changes of a conversation's members; whoever joined at a later version may not see an earlier event.
  members_version integer not null default 1 check (members_version > 0),
  description text,
  avatar_media_id uuid references media (id),
  -- The current and the invited participants, those whom `participants_joined` lists.
  participant_count integer not null default 0 check (participant_count >= 0),
  -- Seconds after which messages of the conversation disappear; null for never.
  disappear_after_seconds integer,
  check ((kind = 'DIRECT') = (direct_pair is not null)),
  constraint conversations_disappear_after_seconds_check check (disappear_after_seconds > 0)
);
create index conversations_avatar on conversations (avatar_media_id) where avatar_media_id is not null;

create table participants (
  conversation_id uuid not null references conversations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  -- The participant sees messages after this seq: those sent before they joined stay hidden.
  joined_seq bigint not null,
  joined_at timestamptz not null,
  left_at timestamptz,
  -- INVITED participants see nothing of the conversation. A new group invites whoever is blocked by another one of its users.
  -- How a participation ended is told apart: whoever left or declined is asked before they are in again.
  status text not null default 'ACTIVE',
  joined_version integer not null default 1 check (joined_version > 0),
  -- REQUESTS holds what waits for an answer: direct conversations begun by strangers, and invitations to groups.
  inbox text not null default 'PRIMARY' check (inbox in ('PRIMARY', 'REQUESTS')),
  added_by uuid references users (id),
  -- Nobody else sees these four.
  muted_until timestamptz,
  pinned_at timestamptz,
  archived_at timestamptz,
  marked_unread_at timestamptz,
  -- The day (UTC) of the newest message, else of the start, unless `active_conversations` has another one that is not copied.
  -- Null while it is not known.
  active_on date,
  -- Whether the participant had not read to the end when the last day of the conversation was over, and has not since.
  is_behind boolean not null default false,
  primary key (conversation_id, user_id),
  constraint participants_status_check
    check (status in ('INVITED', 'ACTIVE', 'DECLINED', 'LEFT', 'REMOVED')),
  -- Whoever declines a direct conversation stays in the list of its participants, so that the other one notices nothing.
  constraint participants_left_check
    check (status = 'DECLINED' or (left_at is null) = (status in ('INVITED', 'ACTIVE'))),
  constraint participants_invited_check check (status <> 'INVITED' or inbox = 'REQUESTS')
);
-- Exports and erasures read the conversations that a person has left, too.
create index participants_user_left on participants (user_id, conversation_id) where left_at is not null;
create index participants_joined on participants (conversation_id, joined_at, user_id) where left_at is null;
create unique index participants_owner on participants (conversation_id) where role = 'OWNER' and left_at is null;
create index participants_requests on participants (user_id, joined_at) where inbox = 'REQUESTS';
create index participants_own on participants (user_id, conversation_id)
  include (status, inbox, joined_seq, muted_until, pinned_at, archived_at, marked_unread_at, active_on, is_behind)
  where left_at is null;
create index participants_admins on participants (conversation_id, joined_at, user_id)
  where role = 'ADMIN' and left_at is null;

-- A message has one content of a kind; `content` holds what the kind has beside text and media items. Messages of the system have
-- no sender. A deleted message keeps its row as a tombstone, without content.
create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq bigint not null,
  sender_id uuid references users (id),
  text text not null,
  media_ids uuid[] not null default '{}',
  client_data jsonb,
  created_at timestamptz not null,
  moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED')),
  kind text not null default 'TEXT',
  content jsonb,
  reply_to_id uuid,
  edited_at timestamptz,
  deleted_at timestamptz,
  -- Mentions and links with their positions in the text, as in posts.
  entities jsonb not null default '[]',
  -- The user who first wrote a forwarded message; where it was written is not kept.
  forwarded_from_id uuid,
  -- Whether the owner or an admin of the group has deleted a message of somebody else; its row is a tombstone then.
  is_deleted_by_admin boolean not null default false,
  -- When a message disappears: it is visible to nobody from then on, and its row is deleted soon after. Null for never.
  expires_at timestamptz,
  unique (conversation_id, seq),
  constraint messages_sender_check check ((sender_id is null) = (kind = 'SYSTEM')),
  constraint messages_forwarded_from_id_fkey foreign key (forwarded_from_id) references users (id),
  constraint messages_forwarded_check check (forwarded_from_id is null or sender_id is not null),
  constraint messages_kind_check check (kind in (
    'TEXT', 'MEDIA', 'VOICE_NOTE', 'VIEW_ONCE', 'LOCATION', 'LIVE_LOCATION', 'CONTACT', 'SHARED_POST', 'POLL', 'SYSTEM'))
);
-- Exports and erasures read all messages of a person.
create index messages_sender on messages (sender_id, id);
create index messages_expiry on messages (expires_at) where expires_at is not null;
insert into event_followers (name, position, updated_at) select 'messagePolls.tell', position, now() from event_head;

-- Earlier texts of edited messages. Like all that belongs to a message without a foreign key: messages are deleted in bulk.
create table message_revisions (
  message_id uuid not null,
  number integer not null,
  text text not null,
  replaced_at timestamptz not null,
  entities jsonb not null default '[]',
  primary key (message_id, number)
);

-- Messages that a user has deleted for themselves alone.
create table hidden_messages (
  user_id uuid not null references users (id),
  message_id uuid not null,
  primary key (user_id, message_id)
);
create index hidden_messages_message on hidden_messages (message_id);

-- How far each participant has read. Apart from `participants`, which every rule reads: these
-- rows change all the time, in place (HOT), since no index but the key has their columns.
create table participant_markers (
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  -- The participant has read the messages up to this seq; 0 for none.
  read_seq bigint not null default 0,
  -- Time at which it last moved.
  read_at timestamptz,
  -- What the others were last told, and when: they are told at most once a second.
  told_seq bigint not null default 0,
  told_at timestamptz,
  -- The participant has been told of the messages up to this seq on one of their devices; 0 for none. Messages that they have
  -- read were delivered, too, so the greater of both counts.
  delivered_seq bigint not null default 0,
  primary key (conversation_id, user_id),
  check (read_seq >= told_seq)
) with (fillfactor = 60);
create index participant_markers_user on participant_markers (user_id);

-- Emojis that users put to messages. Each has one form: see `parseEmoji`.
create table message_reactions (
  message_id uuid not null,
  user_id uuid not null references users (id),
  emoji text collate "C" not null check (emoji <> ''),
  created_at timestamptz not null,
  primary key (message_id, user_id, emoji)
);
-- For erasure and export.
create index message_reactions_user on message_reactions (user_id, message_id, emoji);
-- For `messageReactors`.
create index message_reactions_newest on message_reactions (message_id, created_at desc, user_id desc, emoji desc);
-- Expects ten rows for each value; see blocks.
alter table message_reactions
  alter column message_id set (n_distinct = -0.1),
  alter column user_id set (n_distinct = -0.1);

-- The number of users who put each emoji; a row that would count nobody is deleted. Written under the lock of the message.
create table message_reaction_counts (
  message_id uuid not null,
  emoji text collate "C" not null,
  count integer not null check (count > 0),
  -- The time of the first reaction; whoever is first after all have gone begins anew.
  first_at timestamptz not null,
  primary key (message_id, emoji)
);
insert into event_followers (name, position, updated_at) select 'messageReactions.tell', position, now() from event_head;

-- Messages that are pinned for all participants of a conversation. Written under the lock of the conversation.
create table message_pins (
  message_id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  pinned_at timestamptz not null,
  -- Null once the user is erased.
  pinned_by uuid references users (id)
);
create index message_pins_newest on message_pins (conversation_id, pinned_at desc, message_id desc);

-- Who is mentioned in which message of a conversation. A row that the reader's marker has passed is deleted.
create table message_mentions (
  user_id uuid not null references users (id),
  conversation_id uuid not null,
  seq bigint not null,
  primary key (user_id, conversation_id, seq)
);
create index message_mentions_message on message_mentions (conversation_id, seq);

-- Links by which users join a group. Of a code there is only its hash: it is shown once.
create table conversation_invites (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  code_hash text not null unique,
  created_by uuid not null references users (id),
  created_at timestamptz not null,
  expires_at timestamptz,
  max_uses integer check (max_uses > 0),
  -- Users who joined by the invite, and those who wait for an answer.
  use_count integer not null default 0 check (use_count >= 0 and use_count <= max_uses),
  needs_approval boolean not null,
  revoked_at timestamptz
);
create index conversation_invites_conversation on conversation_invites (conversation_id, id) where revoked_at is null;
create index conversation_invites_created_by on conversation_invites (created_by);

-- An accepted or cancelled request is deleted; a rejected one stays, so that its user does not ask again.
create table join_requests (
  id uuid primary key,
  conversation_id uuid not null references conversations (id) on delete cascade,
  user_id uuid not null references users (id),
  invite_id uuid not null references conversation_invites (id) on delete cascade,
  state text not null default 'PENDING' check (state in ('PENDING', 'REJECTED')),
  created_at timestamptz not null,
  unique (conversation_id, user_id)
);
create index join_requests_pending on join_requests (conversation_id, id) where state = 'PENDING';
create index join_requests_user on join_requests (user_id, id);
create index join_requests_invite on join_requests (invite_id);

-- Messages that their sender wants to be sent later. A row is deleted when it is sent or cancelled; one that could not be sent
-- keeps the code of the error until its sender deletes it. Without a foreign key to the conversation, as messages.
create table scheduled_messages (
  id uuid primary key,
  sender_id uuid not null references users (id),
  conversation_id uuid not null,
  kind text not null,
  text text not null,
  media_ids uuid[] not null,
  content jsonb,
  reply_to_id uuid,
  client_data jsonb,
  send_at timestamptz not null,
  created_at timestamptz not null,
  failure_code text
);
create index scheduled_messages_sender on scheduled_messages (sender_id, send_at, id);

-- Views of media items by users. Without a foreign key to messages, as all that later domains keep about them.
create table message_views (
  message_id uuid not null,
  user_id uuid not null references users (id),
  opened_at timestamptz not null,
  primary key (message_id, user_id)
);
-- For erasure.
create index message_views_user on message_views (user_id, message_id);

-- The words of each message, in a table of its own, so that reading messages does not become slower. A follower of the event log
-- writes it.
create table message_search (
  message_id uuid primary key,
  conversation_id uuid not null,
  seq bigint not null,
  words tsvector not null
);
-- Without `fastupdate`, because every search would have to read the list of pending entries.
create index message_search_words on message_search using gin (words) with (fastupdate = off);
insert into event_followers (name, position, updated_at) select 'messageSearch.index', position, now() from event_head;

-- Positions of those who share where they are, each without the ones before. A row goes when its time is over, so that a position
-- is kept nowhere.
-- Without a foreign key to messages, as all else that is kept about them.
create table live_locations (
  message_id uuid primary key,
  sender_id uuid not null references users (id),
  latitude double precision not null check (latitude between -90 and 90),
  longitude double precision not null check (longitude between -180 and 180),
  accuracy_meters double precision check (accuracy_meters >= 0),
  heading_degrees double precision check (heading_degrees between 0 and 360),
  updated_at timestamptz not null,
  ends_at timestamptz not null
);
create index live_locations_ends_at on live_locations (ends_at);
-- For erasure.
create index live_locations_sender on live_locations (sender_id, message_id);
insert into event_followers (name, position, updated_at) select 'liveLocations.tell', position, now() from event_head;

-- Conversations with a message of today, and of days that are over until a job has noted who is behind. The day (UTC) of the newest
-- message is noted here by the message itself, once a day, and copied to the participants by the job.
create table active_conversations (
  conversation_id uuid primary key references conversations (id) on delete cascade,
  active_on date not null,
  -- Whether the participants have this day.
  is_copied boolean not null default false
);
create index active_conversations_new on active_conversations (conversation_id) where not is_copied;
create index active_conversations_day on active_conversations (active_on);
