-- Packages of coins that users can buy. A package has immutable versions, so that a purchase refers to what was offered; the newest one is on offer.
create table coin_packages (
  id uuid primary key,
  -- Of packages that are not archived; equal ones are in the order of their ids.
  position integer not null,
  archived_at timestamptz,
  newest_version integer not null check (newest_version > 0),
  created_at timestamptz not null
);

create table coin_package_versions (
  id uuid primary key,
  package_id uuid not null references coin_packages (id),
  version integer not null check (version > 0),
  coins integer not null check (coins between 1 and 1000000),
  bonus_coins integer not null check (bonus_coins between 0 and 1000000),
  -- In the smallest unit of the currency.
  price_minor integer not null check (price_minor > 0),
  currency text not null check (currency ~ '^[A-Z]{3}$'),
  starts_at timestamptz,
  ends_at timestamptz,
  max_per_user integer check (max_per_user > 0),
  created_at timestamptz not null,
  unique (package_id, version),
  constraint coin_package_versions_window check (ends_at > starts_at)
);

create function refuse_change_of_versions() returns trigger
  language plpgsql as $$
begin
  raise exception 'A version of a coin package is never changed: % is refused.', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;
create trigger coin_package_versions_kept before update or delete or truncate on coin_package_versions
  for each statement execute function refuse_change_of_versions();
