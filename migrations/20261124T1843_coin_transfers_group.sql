-- transaction: off
create index concurrently if not exists coin_transfers_group on coin_transfers (group_id) where group_id is not null;
