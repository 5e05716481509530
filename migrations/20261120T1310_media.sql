-- Media: counted where they are shown, and videos and sounds on their way to be played.

alter table media
  -- How many posts, messages and profiles show the media. What nothing shows is deleted, or swept before it was ever shown.
  add column attachment_count integer not null default 0 check (attachment_count >= 0),
  -- { key, contentType, sizeBytes }: the file that plays; null for pictures, and until it is there.
  add column recording jsonb,
  -- The uploaded file, while it waits to be processed.
  add column source_key text,
  -- Peaks of a sound from 0 to 100.
  add column waveform smallint[] check (cardinality(waveform) = 64),
  -- Why it has FAILED, for operators.
  add column failure text;

update media set attachment_count = shown.count
from (
  select id, count(*) from (
    select unnest(media_ids) as id from posts where deleted_at is null
    union all select unnest(media_ids) from messages
    union all select avatar_media_id from users where avatar_media_id is not null
  ) attachments
  group by id
) shown
where shown.id = media.id;

-- Takes its index along. What was shown once and is no more, such as a replaced picture, is now swept.
alter table media drop column attached_at;
create index media_orphans on media (created_at) where attachment_count = 0;
