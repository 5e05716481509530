-- A payment outside of the product is booked once, by its way and its reference.
alter table coin_payouts add column method text not null default 'BANK_TRANSFER'
  constraint coin_payouts_method check (method in ('BANK_TRANSFER', 'PAYMENT_SERVICE', 'OTHER'));
-- The reference without spaces, in capital letters. Null in rows that repeat an earlier one, from before this was refused.
alter table coin_payouts add column reference_key text;
update coin_payouts p set reference_key = upper(regexp_replace(p.reference, '\s', '', 'g'))
where not exists (
  select from coin_payouts earlier
  where earlier.id < p.id and earlier.reversed_at is null
    and upper(regexp_replace(earlier.reference, '\s', '', 'g')) = upper(regexp_replace(p.reference, '\s', '', 'g')));
create unique index coin_payouts_reference on coin_payouts (method, reference_key) where reversed_at is null;
