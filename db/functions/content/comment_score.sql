-- The rank of a comment among the best: the number of its reactions and replies, with all but the first four binary digits set
-- to zero. It is exact up to 16, and above that it changes seldom: each change writes all indexes of the comment.
create or replace function comment_score(acts integer) returns integer
  language sql immutable strict parallel safe
  return (acts >> greatest(length(ltrim(acts::bit(32)::text, '0')) - 4, 0))
    << greatest(length(ltrim(acts::bit(32)::text, '0')) - 4, 0);
