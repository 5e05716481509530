-- After how many seconds messages of a conversation disappear; null for never. Validated by the next file.
alter table conversations
  add column disappear_after_seconds integer,
  add constraint conversations_disappear_after_seconds_check check (disappear_after_seconds > 0) not valid;
