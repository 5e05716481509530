-- Events about a conversation are addressed to it: one row, however many its members are.
alter table outbox add column topic uuid;
alter table outbox add constraint outbox_job_has_no_topic check (kind = 'event' or topic is null);

alter table event_log add column topic uuid;
create index event_log_by_topic on event_log (topic, name, position) where topic is not null;

-- Counts the changes of a conversation's members; whoever joined at a later version may not see an earlier event.
alter table conversations add column members_version integer not null default 1 check (members_version > 0);
alter table participants add column joined_version integer not null default 1 check (joined_version > 0);
