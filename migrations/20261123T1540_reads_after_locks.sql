-- A statement reads what was committed before it began, even of what it has waited for. A volatile function reads what is committed when
-- it is called: so a write of one statement checks what a lock guards, after it has the lock.

create function count_saved_posts(owner_id uuid) returns bigint
  language plpgsql volatile as $$
begin
  return (select count(*) from saved_posts where user_id = owner_id);
end $$;

create function follow_status(
  follower uuid, followee uuid, out is_blocked boolean, out is_followed boolean, out has_requested boolean
) language plpgsql volatile as $$
begin
  is_blocked := exists (select from blocks b where b.blocker_id = follower and b.blocked_id = followee)
    or exists (select from blocks b where b.blocker_id = followee and b.blocked_id = follower);
  is_followed := exists (select from follows f where f.follower_id = follower and f.followee_id = followee);
  has_requested := exists (
    select from follow_requests r where r.requester_id = follower and r.target_id = followee);
end $$;
