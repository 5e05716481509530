-- transaction: off
create index concurrently if not exists participant_markers_user on participant_markers (user_id)
