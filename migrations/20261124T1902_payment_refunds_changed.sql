-- transaction: off
create index concurrently if not exists payment_refunds_changed on payment_refunds (changed_at);
