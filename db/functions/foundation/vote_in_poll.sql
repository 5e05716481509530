-- Replaces the vote of a user in a poll whose row the caller has locked, and counts it; no options remove it. It reads what is
-- committed when it is called: after the lock, a vote that the same user gave meanwhile is there to be replaced, and the counts
-- are exact. Without a result, and without a change, when one of the options is none of the poll.
create or replace function vote_in_poll(
  voted_id uuid, voter uuid, wanted uuid[], voted_at timestamp with time zone, is_multiple_choice boolean,
  out is_changed boolean, out voters_added integer, out options json
) language plpgsql as $$
declare
  former uuid[];
  are_known boolean;
begin
  -- A single choice is found by its own index, which knows the poll.
  if is_multiple_choice then
    former := array(
      select v.option_id from poll_options o join poll_votes v on v.option_id = o.id
      where o.poll_id = voted_id and v.voter_id = voter);
  else
    former := array(
      select v.option_id from poll_votes v where v.voter_id = voter and v.single_choice_in = voted_id);
  end if;
  select count(*) filter (where o.id = any (wanted)) = cardinality(wanted),
    json_agg(json_build_object('id', o.id, 'text', o.text,
      'voteCount', o.vote_count + (o.id = any (wanted))::integer - (o.id = any (former))::integer) order by o.position)
  into are_known, options from poll_options o where o.poll_id = voted_id;
  if not are_known then
    options := null;
    return;
  end if;
  is_changed := not (former @> wanted and former <@ wanted);
  voters_added := (wanted <> '{}')::integer - (former <> '{}')::integer;
  if not is_changed then
    return;
  end if;
  if cardinality(former) = 1 and cardinality(wanted) = 1 then
    update poll_votes v set option_id = wanted[1], created_at = voted_at where v.option_id = former[1] and v.voter_id = voter;
  else
    -- The planner does not look into a subquery for the length of an array, by which it would plan each execution anew.
    if former <> '{}' then
      delete from poll_votes v
      where v.option_id = any ((select former)::uuid[]) and v.option_id <> all (wanted) and v.voter_id = voter;
    end if;
    if wanted <> '{}' then
      insert into poll_votes (option_id, voter_id, created_at, single_choice_in)
      select id, voter, voted_at, case when not is_multiple_choice then voted_id end
      from unnest(wanted) as id where id <> all (former);
    end if;
  end if;
  update poll_options o set vote_count = o.vote_count + case when o.id = any (wanted) then 1 else -1 end
  where o.poll_id = voted_id and (o.id = any (wanted)) <> (o.id = any (former));
  if voters_added <> 0 then
    update polls p set voter_count = p.voter_count + voters_added where p.id = voted_id;
  end if;
end $$;
