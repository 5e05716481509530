-- Counts changes of the user's media items that are shown somewhere, so that whoever reads the user knows whether they are as they were.
alter table users add column media_version integer not null default 0;
