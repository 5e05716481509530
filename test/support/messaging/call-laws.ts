import { CompiledQuery } from 'kysely';

/** Transitions by the words of the rules, stated again. */
const LEGAL = `(values
  ('calls', 'RINGING', 'ONGOING'), ('calls', 'RINGING', 'ENDED'), ('calls', 'ONGOING', 'ENDED'),
  ('call_invitees', 'RINGING', 'ACCEPTED'), ('call_invitees', 'RINGING', 'DECLINED'), ('call_invitees', 'RINGING', 'BUSY'),
  ('call_invitees', 'RINGING', 'MISSED'), ('call_invitees', 'RINGING', 'CANCELLED'),
  ('call_invitees', 'DECLINED', 'RINGING'), ('call_invitees', 'BUSY', 'RINGING'), ('call_invitees', 'MISSED', 'RINGING'),
  ('call_invitees', 'CANCELLED', 'RINGING'),
  ('call_members', 'CONNECTING', 'CONNECTED'), ('call_members', 'CONNECTED', 'RECONNECTING'),
  ('call_members', 'RECONNECTING', 'CONNECTED'), ('call_members', 'CONNECTING', 'LEFT'), ('call_members', 'CONNECTED', 'LEFT'),
  ('call_members', 'RECONNECTING', 'LEFT'), ('call_members', 'LEFT', 'CONNECTING'),
  ('call_speaker_requests', 'PENDING', 'GRANTED'), ('call_speaker_requests', 'PENDING', 'DENIED'),
  ('call_speaker_requests', 'PENDING', 'WITHDRAWN'), ('call_speaker_requests', 'PENDING', 'EXPIRED')
) as legal (of_table, was, is_now)`;

/** Notes every change of a state that no table of the rules has, and every second winner of an invitation. */
export const WATCHED_TRANSITIONS = `
  create table illegal_transitions (of_table text, was text, is_now text);
  create function note_transition() returns trigger language plpgsql as $$
  begin
    if old.state <> new.state and not exists (
      select from ${LEGAL} where of_table = tg_table_name and was = old.state and is_now = new.state)
    then insert into illegal_transitions values (tg_table_name, old.state, new.state); end if;
    return new;
  end $$;
  create function note_winner() returns trigger language plpgsql as $$
  begin
    if old.state = 'ACCEPTED' and new.session_id is distinct from old.session_id
    then insert into illegal_transitions values ('winners', old.session_id::text, new.session_id::text); end if;
    return new;
  end $$;
  create trigger note_call before update on calls for each row execute function note_transition();
  create trigger note_invitee before update on call_invitees for each row execute function note_transition();
  create trigger note_winner before update on call_invitees for each row execute function note_winner();
  create trigger note_member before update on call_members for each row execute function note_transition();
  create trigger note_request before update on call_speaker_requests for each row execute function note_transition();`;

/** Selects every law of calls that the rows break. */
export const CALL_LAWS = (speakers: number): CompiledQuery<{ broken: string }> =>
  // The columns are those of the text.
  CompiledQuery.raw(
    `select 'a transition ' || of_table || ' ' || was || ' ' || is_now as broken from illegal_transitions
     union all
     select 'two live calls of a conversation' from calls where state <> 'ENDED' group by conversation_id having count(*) > 1
     union all
     select 'somebody in two calls' from call_members where state <> 'LEFT' group by user_id having count(*) > 1
     union all
     select 'more speakers than slots' from call_members where state <> 'LEFT' and role <> 'VIEWER'
     group by call_id having count(*) > $1
     union all
     select 'a slot without its bounds' from call_members where slot >= $1
     union all
     select 'somebody in a call that has ended' from calls c join call_members m on m.call_id = c.id
     where c.state = 'ENDED' and m.state <> 'LEFT'
     union all
     select 'a ring of a call that has ended' from calls c join call_invitees i on i.call_id = c.id
     where c.state = 'ENDED' and i.state = 'RINGING'
     union all
     select 'two in a direct call that rings' from calls where state = 'RINGING' and member_count > 1
     union all
     select 'a banned member in the call' from call_members where is_banned and state <> 'LEFT'
     union all
     select 'a wrong count' from calls c cross join lateral (
       select count(*) as members, count(*) filter (where m.role = 'VIEWER') as viewers from call_members m
       where m.call_id = c.id and m.state <> 'LEFT') counted
     where c.state <> 'ENDED' and (c.member_count <> counted.members or c.viewer_count <> counted.viewers)
     union all
     select 'a live call without a deadline' from calls where state <> 'ENDED' and due_at is null
     union all
     select 'a host of another name' from calls c join call_members m on m.call_id = c.id
     where c.state <> 'ENDED' and (m.role = 'HOST') <> (m.user_id = c.host_id)`,
    [speakers],
  ) as CompiledQuery<{ broken: string }>;
