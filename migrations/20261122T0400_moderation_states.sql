-- What moderation makes of content: HELD is visible to its author alone, REMOVED to nobody. The reason is for admins. No index
-- has these columns: hardly any row differs from the default, and lists read the rows that they show anyway.
alter table posts
  add column moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED')),
  add column moderation_reason text,
  add column moderated_at timestamptz;
alter table comments
  add column moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED')),
  add column moderation_reason text,
  add column moderated_at timestamptz;
alter table messages
  add column moderation_state text not null default 'VISIBLE'
    check (moderation_state in ('VISIBLE', 'HELD', 'REMOVED'));
