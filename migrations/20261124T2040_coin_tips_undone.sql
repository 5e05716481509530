-- transaction: off
create index concurrently if not exists coin_tips_undone on coin_tips (id desc) where state in ('CANCELED', 'REVERSED');
