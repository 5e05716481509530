-- A change or deletion of an attached media item is counted in the row of its owner, who is also the author of the post or
-- profile that shows it. Attaching, detaching and scanning change nothing that is shown.
create or replace function count_media_change() returns trigger
  language plpgsql as $$
begin
  update users set media_version = media_version + 1 where id = old.owner_id;
  return null;
end $$;

create or replace trigger count_media_change after update on media
  for each row when (
    old.attachment_count > 0 and old.attachment_count = new.attachment_count
    and old.scan_state = new.scan_state and old.scan_after is not distinct from new.scan_after
  )
  execute function count_media_change();

create or replace trigger count_media_deletion after delete on media
  for each row when (old.attachment_count > 0)
  execute function count_media_change();
