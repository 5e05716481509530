-- No row was forwarded before the columns were there.
alter table messages
  validate constraint messages_forwarded_from_id_fkey,
  validate constraint messages_forwarded_check;
