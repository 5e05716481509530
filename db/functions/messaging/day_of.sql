-- The day of a moment in UTC.
create or replace function day_of(moment timestamptz) returns date
  language sql immutable strict parallel safe
  return (moment at time zone 'UTC')::date;
