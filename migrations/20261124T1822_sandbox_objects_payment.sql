-- transaction: off
create index concurrently if not exists objects_payment on payment_sandbox.objects ((body ->> 'payment_intent'), seq)
  where kind in ('refund', 'dispute');
