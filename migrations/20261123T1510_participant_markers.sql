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
  primary key (conversation_id, user_id),
  check (read_seq >= told_seq)
) with (fillfactor = 60);
