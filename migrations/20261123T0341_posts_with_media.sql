-- transaction: off
create index concurrently if not exists posts_author_media on posts (author_id, id desc) include (visibility) where deleted_at is null and media_ids <> '{}';
