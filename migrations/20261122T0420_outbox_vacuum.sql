-- Dead rows make the look at an empty outbox slow. The usual share of its rows would be many after a backlog.
alter table outbox set (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 1000);
