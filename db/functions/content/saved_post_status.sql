-- Whether a user has saved a post, and how many they have saved, with those that were committed until it is called: after the lock that
-- all writers of them take.
create or replace function saved_post_status(owner_id uuid, wanted_id uuid, out is_known boolean, out saved_count bigint)
  language plpgsql volatile as $$
begin
  is_known := exists (select from saved_posts s where s.user_id = owner_id and s.post_id = wanted_id);
  saved_count := (select count(*) from saved_posts s where s.user_id = owner_id);
end $$;
