alter table participants
  -- The day (UTC) of the newest message, else of the start, unless `active_conversations` has another one that is not copied. Null while it is not known.
  add column active_on date,
  -- Whether the participant had not read to the end when the last day of the conversation was over, and has not since.
  add column is_behind boolean not null default false;

-- A job has the days of conversations copied that are there already, in batches.
insert into outbox (kind, name, payload, occurred_at)
select 'job', 'conversations.noteDays', '{"afterId": "00000000-0000-0000-0000-000000000000"}', now()
where exists (select from conversations);
