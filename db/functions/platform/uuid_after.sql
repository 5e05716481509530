-- The id after `newest`, also within its millisecond and where the clock of another process is behind.
create or replace function uuid_after(newest uuid, wanted uuid) returns uuid
  language plpgsql immutable as $$
declare
  bytes bytea := uuid_send(newest);
  place integer := 15;
begin
  if newest is null or newest < wanted then
    return wanted;
  end if;
  while get_byte(bytes, place) = 255 loop
    bytes := set_byte(bytes, place, 0);
    place := place - 1;
  end loop;
  return encode(set_byte(bytes, place, get_byte(bytes, place) + 1), 'hex')::uuid;
end $$;
