-- Each statement of a function starts and ends an execution of its own, so the three questions are one.
create or replace function follow_status(
  follower uuid, followee uuid, out is_blocked boolean, out is_followed boolean, out has_requested boolean
) language plpgsql as $$
begin
  select exists (select from blocks b where b.blocker_id = follower and b.blocked_id = followee)
      or exists (select from blocks b where b.blocker_id = followee and b.blocked_id = follower),
    exists (select from follows f where f.follower_id = follower and f.followee_id = followee),
    exists (select from follow_requests r where r.requester_id = follower and r.target_id = followee)
  into is_blocked, is_followed, has_requested;
end $$;
