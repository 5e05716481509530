-- The log is trimmed by dropping partitions of 1 000 000 positions (`platform.keepPartitions`). These statements move what is logged.
alter table event_log rename to unpartitioned_log;
alter index event_log_pkey rename to unpartitioned_log_pkey;
alter index event_log_by_topic rename to unpartitioned_log_by_topic;
alter table event_recipients rename to unpartitioned_recipients;
alter index event_recipients_pkey rename to unpartitioned_recipients_pkey;

create table event_log (
  position bigint primary key,
  event_id uuid not null,
  name text not null,
  payload jsonb not null,
  recipients uuid[] not null,
  occurred_at timestamptz not null,
  topic uuid
) partition by range (position);
create index event_log_by_topic on event_log (topic, name, position) where topic is not null;

create table event_recipients (
  user_id uuid not null,
  name text not null,
  position bigint not null,
  primary key (user_id, name, position)
) partition by range (position);

-- Hold what no other partition takes, so that nobody has to wait for the job. They should be empty.
create table event_log_default partition of event_log default;
create table event_recipients_default partition of event_recipients default;

-- From the oldest event up to the partition after the head's; the job adds the others.
do $$
declare
  size constant bigint := 1000000;
  number bigint;
begin
  for number in
    select generate_series(trimmed_position / size, position / size + 1) from event_head
  loop
    execute format('create table event_log_%s partition of event_log for values from (%s) to (%s)',
      number, number * size, (number + 1) * size);
    execute format('create table event_recipients_%s partition of event_recipients for values from (%s) to (%s)',
      number, number * size, (number + 1) * size);
  end loop;
end $$;

insert into event_log (position, event_id, name, payload, recipients, occurred_at, topic)
select position, event_id, name, payload, recipients, occurred_at, topic from unpartitioned_log;
insert into event_recipients (user_id, name, position) select user_id, name, position from unpartitioned_recipients;
drop table unpartitioned_log, unpartitioned_recipients;
