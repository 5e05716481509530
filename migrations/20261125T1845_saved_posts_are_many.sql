-- While most people have saved one post, the planner finds a saved post by its user or by its post alone as cheap as by both, and
-- then reads all that a user, or everybody, has saved. So it is told to expect ten for each.
alter table saved_posts alter column user_id set (n_distinct = -0.1), alter column post_id set (n_distinct = -0.1);
analyze saved_posts;
