-- transaction: off
create index concurrently if not exists messages_expiry on messages (expires_at) where expires_at is not null;
