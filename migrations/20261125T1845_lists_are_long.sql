-- A row of these tables is found by both parts of its key, and lists of one part have indexes of their own. While most people have
-- one row, the planner takes such an index for as cheap, and then reads all rows of somebody who has many for each one that it wants.
-- So it is told to expect ten rows for each value, and fifty of follows.
alter table blocks alter column blocker_id set (n_distinct = -0.1), alter column blocked_id set (n_distinct = -0.1);
alter table mutes alter column muter_id set (n_distinct = -0.1), alter column muted_id set (n_distinct = -0.1);
alter table follows alter column follower_id set (n_distinct = -0.02), alter column followee_id set (n_distinct = -0.02);
alter table hashtag_follows alter column user_id set (n_distinct = -0.1), alter column hashtag_id set (n_distinct = -0.1);
alter table post_reactions alter column post_id set (n_distinct = -0.1), alter column user_id set (n_distinct = -0.1);
alter table comment_reactions alter column comment_id set (n_distinct = -0.1), alter column user_id set (n_distinct = -0.1);
alter table message_reactions alter column message_id set (n_distinct = -0.1), alter column user_id set (n_distinct = -0.1);
alter table poll_votes alter column option_id set (n_distinct = -0.1), alter column voter_id set (n_distinct = -0.1);
alter table reposts alter column post_id set (n_distinct = -0.1), alter column user_id set (n_distinct = -0.1);
alter table saved_posts alter column post_id set (n_distinct = -0.1), alter column user_id set (n_distinct = -0.1);
-- Empty tables are left out: once analysed as empty, they are planned as such until they are analysed again.
do $$
declare
  name text;
  has_rows boolean;
begin
  foreach name in array array['blocks', 'mutes', 'follows', 'hashtag_follows', 'post_reactions', 'comment_reactions',
    'message_reactions', 'poll_votes', 'reposts', 'saved_posts']
  loop
    execute format('select exists (select from %I)', name) into has_rows;
    if has_rows then execute format('analyze %I', name); end if;
  end loop;
end $$;
