-- When a message disappears: it is visible to nobody from then on, and its row is deleted soon after. Null for never.
alter table messages add column expires_at timestamptz;
alter table conversations validate constraint conversations_disappear_after_seconds_check;
