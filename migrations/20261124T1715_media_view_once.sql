-- A media item that one message shows, to each recipient once: no other read finds it, and nothing else attaches it.
alter table media add column is_view_once boolean not null default false;
alter table messages validate constraint messages_kind_check;
