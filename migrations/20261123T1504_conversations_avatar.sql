-- transaction: off
create index concurrently if not exists conversations_avatar on conversations (avatar_media_id) where avatar_media_id is not null
