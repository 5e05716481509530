-- A transfer is reversed once by the index of those that reverse, in which the others have no entry.
alter table coin_transfers drop constraint coin_transfers_reverses_id_key;
