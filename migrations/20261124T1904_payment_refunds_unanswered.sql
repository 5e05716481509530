-- transaction: off
create index concurrently if not exists payment_refunds_unanswered on payment_refunds (created_at)
  where provider_id is null and state = 'PENDING';
