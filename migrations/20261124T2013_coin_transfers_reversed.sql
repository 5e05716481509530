-- transaction: off
create unique index concurrently if not exists coin_transfers_reversed on coin_transfers (reverses_id) where reverses_id is not null;
