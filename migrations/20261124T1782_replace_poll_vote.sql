-- Replaces the vote of a user in a poll whose row the caller has locked, and counts it. It reads what is committed when it is called: after
-- the lock, a vote that the same user gave meanwhile is there to be replaced.
create function replace_poll_vote(
  voted_id uuid, voter uuid, wanted uuid[], voted_at timestamptz,
  out is_changed boolean, out voters integer, out counts jsonb
) language plpgsql volatile as $$
declare
  dropped uuid[];
  chosen uuid[];
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
  if is_changed then
    update poll_options o set vote_count = o.vote_count + case when o.id = any (chosen) then 1 else -1 end
    where o.id = any (chosen || dropped);
    update polls p
    set voter_count = p.voter_count + (cardinality(wanted) > 0)::integer
      - (cardinality(dropped) > 0 or cardinality(wanted) > cardinality(chosen))::integer
    where p.id = voted_id
      and (cardinality(wanted) > 0) <> (cardinality(dropped) > 0 or cardinality(wanted) > cardinality(chosen));
  end if;
  select p.voter_count into voters from polls p where p.id = voted_id;
  select jsonb_object_agg(o.id, o.vote_count) into counts from poll_options o where o.poll_id = voted_id;
end $$;
