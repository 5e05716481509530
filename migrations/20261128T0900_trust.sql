-- What a decision of moderators says of a restriction. `scope` limits nothing: a restriction of an account holds wherever its user is.
alter table restrictions
  add column decision_id uuid,
  -- The territory that the statement of reasons names; null for everywhere.
  add column scope text,
  -- When the user has acknowledged a WARNING, which is in force until then.
  add column acknowledged_at timestamptz,
  -- Null while it is not lifted, and where a decision was reverted by nobody in person.
  add column lifted_by uuid references admins (id),
  add constraint restrictions_acknowledged_check check (acknowledged_at is null or kind = 'WARNING');

-- Beside `suspended_until`, because lists ask it of each row: the end of the restriction DISCOVERY that lasts longest.
alter table users add column undiscoverable_until timestamptz;

-- When others could first see a post: null while it is held from its beginning on, since its release publishes it. Posts that were there before,
-- and those of processes of the release before, are published.
alter table posts add column published_at timestamptz default now();

-- As of posts.
alter table comments add column published_at timestamptz default now();
