-- A refund is written down before the provider is asked for it. Only one that waits for its answer, or was refused, has no
-- id there.
alter table payment_refunds
  alter column provider_id drop not null,
  -- Null for one that was made at the provider.
  add column requested_by uuid references admins (id),
  -- Time of the last change of its state.
  add column changed_at timestamptz not null default now(),
  add constraint payment_refunds_answered check (
    provider_id is not null or (requested_by is not null and state in ('PENDING', 'FAILED')));
alter table payment_disputes
  add column changed_at timestamptz not null default now();
