-- Posts that a user has saved, with those that were committed until it is called: after the lock that all writers of them take.
create or replace function count_saved_posts(owner_id uuid) returns bigint
  language plpgsql volatile as $$
begin
  return (select count(*) from saved_posts where user_id = owner_id);
end $$;
