-- A trigger, because the deletion of a post deletes its rows here by cascade, without the code that counts.
create or replace function count_open_post() returns trigger language plpgsql as $$
begin
  if tg_op <> 'INSERT' and old.is_open then
    update hashtags set post_count = post_count - 1 where id = old.hashtag_id;
  end if;
  if tg_op <> 'DELETE' and new.is_open then
    update hashtags set post_count = post_count + 1 where id = new.hashtag_id;
  end if;
  return null;
end
$$;

create or replace trigger count_open_post after insert or delete or update of is_open on post_hashtags
  for each row execute function count_open_post();
