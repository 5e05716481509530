-- A decision is not reviewed by the admin who made it: the service says so to the admin, and this holds it whatever writes.
create or replace function refuse_own_review() returns trigger language plpgsql as $$
begin
  if new.reviewer_id is not null
     and exists (select from moderation_decisions d where d.id = new.decision_id and d.decided_by = new.reviewer_id) then
    raise exception 'the reviewer of an appeal has made the decision';
  end if;
  return new;
end
$$;

create or replace trigger refuse_own_review before insert or update on appeals
  for each row execute function refuse_own_review();
