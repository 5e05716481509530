-- Whether the owner or an admin of the group has deleted a message of somebody else; its row is a tombstone then.
alter table messages add column is_deleted_by_admin boolean not null default false;
