-- The longest duration that those allow to which the item is attached; judged when it is attached, and again when it is processed.
alter table media add column duration_max_ms integer;
