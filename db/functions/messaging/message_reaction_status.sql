-- Reads what is committed when it is called: after the lock of the message.
create or replace function message_reaction_status(
  reacted_id uuid, reactor_id uuid, wanted text, out is_known boolean, out has_kind boolean, out own_count bigint, out kind_count bigint
) language plpgsql volatile as $$
begin
  select coalesce(bool_or(r.emoji = wanted), false), count(*) into is_known, own_count
  from message_reactions r where r.message_id = reacted_id and r.user_id = reactor_id;
  select coalesce(bool_or(k.emoji = wanted), false), count(*) into has_kind, kind_count
  from message_reaction_counts k where k.message_id = reacted_id;
end $$;
