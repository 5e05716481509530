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

create or replace function replace_poll_vote(
  voted_id uuid, voter uuid, wanted uuid[], voted_at timestamp with time zone,
  out is_changed boolean, out voters integer, out counts jsonb
) language plpgsql as $$
declare
  dropped uuid[];
  chosen uuid[];
  had_voted boolean;
begin
  -- The single-choice constraint is checked for each new row immediately, so the former vote goes first.
  with gone as (
    delete from poll_votes v using poll_options o
    where o.id = v.option_id and o.poll_id = voted_id and v.voter_id = voter and v.option_id <> all (wanted)
    returning v.option_id
  )
  select coalesce(array_agg(option_id), '{}') into dropped from gone;
  with added as (
    insert into poll_votes (option_id, voter_id, created_at, single_choice_in)
    select id, voter, voted_at, (select p.id from polls p where p.id = voted_id and not p.is_multiple_choice)
    from unnest(wanted) as id
    on conflict (option_id, voter_id) do nothing
    returning option_id
  )
  select coalesce(array_agg(option_id), '{}') into chosen from added;
  is_changed := cardinality(chosen) + cardinality(dropped) > 0;
  had_voted := cardinality(dropped) > 0 or cardinality(wanted) > cardinality(chosen);
  if is_changed then
    -- The planner does not look into a subquery for the length of an array, by which it would plan each execution anew.
    update poll_options o set vote_count = o.vote_count + case when o.id = any (chosen) then 1 else -1 end
    where o.id = any ((select chosen || dropped)::uuid[]);
  end if;
  if (cardinality(wanted) > 0) <> had_voted then
    update polls p set voter_count = p.voter_count + (cardinality(wanted) > 0)::integer - had_voted::integer
    where p.id = voted_id;
  end if;
  select p.voter_count, (select jsonb_object_agg(o.id, o.vote_count) from poll_options o where o.poll_id = voted_id)
  into voters, counts from polls p where p.id = voted_id;
end $$;
