-- Whoever is blocked can block back without seeing whom: the name stays hidden from them as long as the block stands.
alter table blocks add column is_blind boolean not null default false;

-- INVITED participants see nothing of the conversation. A new group invites whoever is blocked by another one of its users.
alter table participants add column status text not null default 'ACTIVE' check (status in ('INVITED', 'ACTIVE'));
