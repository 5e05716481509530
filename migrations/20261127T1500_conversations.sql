-- The users whom somebody has asked and who have not accepted, newest last.
create index participants_asked on participants (added_by, joined_at) where inbox = 'REQUESTS';

-- Names a participation to whoever sees it, also where they do not see its user.
alter table participants add column id uuid not null default gen_random_uuid();
create unique index participants_id on participants (id);
