-- transaction: off
create index concurrently if not exists payment_disputes_open on payment_disputes (id desc)
  where state in ('INQUIRY', 'NEEDS_RESPONSE', 'UNDER_REVIEW');
