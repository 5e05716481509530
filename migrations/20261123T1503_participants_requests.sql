-- transaction: off
create index concurrently if not exists participants_requests on participants (user_id, joined_at) where inbox = 'REQUESTS'
