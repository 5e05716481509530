-- The participant has been told of the messages up to this seq on one of their devices; 0 for none. Messages that they have
-- read were delivered, too, so the greater of both counts.
alter table participant_markers add column delivered_seq bigint not null default 0;
