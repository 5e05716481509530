-- Points spent of budgets whose windows are longer than a minute: they hold over all processes and over a restart.

create table budget_counts (
  -- A keyed hash of the budget and its holder, so that no row says who has tried what.
  key text primary key,
  spent integer not null,
  -- Points of the window; null for a count without a bound.
  points integer,
  -- The end of the window, which began with its first point. A later point begins the next one; a job deletes the row.
  expires_at timestamptz not null,
  -- Refuses the point that is one too many, and with it the transaction that counts it.
  constraint budget_counts_within check (spent <= points)
) with (fillfactor = 70); -- Room for updates in place.
create index budget_counts_expires_at on budget_counts (expires_at);
