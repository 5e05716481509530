-- Counts the updates of a post, so that of two devices that change the same version the second gets a conflict.
alter table posts add column version integer not null default 1 check (version > 0);
