-- transaction: off
create index concurrently if not exists payment_disputes_changed on payment_disputes (changed_at);
