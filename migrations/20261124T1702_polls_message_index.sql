-- transaction: off
create unique index concurrently if not exists polls_message on polls (message_id) where message_id is not null;
