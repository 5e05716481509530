-- A save names the version that it replaces, so that two devices do not overwrite each other without a word.
alter table drafts add column version integer not null default 1 check (version > 0);

-- The poll of a draft has a duration from its publication, in minutes, in place of a time that passes while the draft waits.
update drafts set content = jsonb_set(content #- '{poll,closesAt}', '{poll,durationMinutes}', to_jsonb(
  least(43200, greatest(5, round(extract(epoch from (content #>> '{poll,closesAt}')::timestamptz - updated_at) / 60)))::integer))
where content #>> '{poll,closesAt}' is not null;
