-- The planner is told to expect many rows for each user, so that a pair of ids is looked up by both.
alter table follow_requests
  alter column requester_id set (n_distinct = -0.1),
  alter column target_id set (n_distinct = -0.1);
alter table message_purchases
  alter column message_id set (n_distinct = -0.1),
  alter column buyer_id set (n_distinct = -0.1);
