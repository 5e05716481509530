-- Messaging: conversations, their participants and messages.

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
  check ((kind = 'DIRECT') = (direct_pair is not null))
);

create table participants (
  conversation_id uuid not null references conversations (id),
  user_id uuid not null references users (id),
  role text not null check (role in ('OWNER', 'ADMIN', 'MEMBER')),
  -- The participant sees messages after this seq: those sent before they joined stay hidden.
  joined_seq bigint not null,
  joined_at timestamptz not null,
  left_at timestamptz,
  primary key (conversation_id, user_id)
);
create index participants_user on participants (user_id, conversation_id) where left_at is null;
-- Exports and erasures read the conversations that a person has left, too.
create index participants_user_left on participants (user_id, conversation_id) where left_at is not null;

create table messages (
  id uuid primary key,
  conversation_id uuid not null references conversations (id),
  seq bigint not null,
  sender_id uuid not null references users (id),
  text text not null,
  media_ids uuid[] not null default '{}',
  client_data jsonb,
  created_at timestamptz not null,
  unique (conversation_id, seq)
);
-- Exports and erasures read all messages of a person.
create index messages_sender on messages (sender_id, id);
