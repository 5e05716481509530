-- 1 024 messages in a row of one conversation have one shelf, whose 32 bits are before each of their words: a lookup, also by
-- prefix, reads one shelf only, or another one, too, whose bits are the same.
create or replace function message_shelf(conversation_id uuid, seq bigint) returns text
  language sql immutable strict parallel safe
  return to_hex(uuid_hash_extended(conversation_id, seq / 1024) & 4294967295);
