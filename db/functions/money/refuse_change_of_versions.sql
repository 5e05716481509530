-- Refuses changes of the versions of coin packages, which purchases refer to.
create or replace function refuse_change_of_versions() returns trigger
  language plpgsql as $$
begin
  raise exception 'A version of a coin package is never changed: % is refused.', lower(tg_op)
    using errcode = 'restrict_violation';
end $$;

create or replace trigger coin_package_versions_kept before update or delete or truncate on coin_package_versions
  for each statement execute function refuse_change_of_versions();
