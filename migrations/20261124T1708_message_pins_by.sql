-- The user who pinned a message; null for pins from before. Validated by the next file.
alter table message_pins
  add column pinned_by uuid,
  add constraint message_pins_pinned_by_fkey foreign key (pinned_by) references users (id) not valid;
