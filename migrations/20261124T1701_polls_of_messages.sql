-- The subject of a poll is a post or a message. No foreign key to messages, which are deleted in bulk: see the trigger there.
-- The constraint is validated by a later file.
alter table polls
  alter column post_id drop not null,
  add column message_id uuid,
  add constraint polls_subject_check check (num_nonnulls(post_id, message_id) = 1) not valid;
