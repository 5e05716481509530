-- As `coins_spent_since`, with all that is committed when it is called, and not when the statement began.
create or replace function coins_spent_by_now(spender uuid, since timestamptz) returns bigint
  language plpgsql volatile as $$
begin
  return coins_spent_since(spender, since);
end $$;
