-- Sums of what each user gave to a target openly: one row with the sums of the day, week and month in which they gave last, so that a tip
-- changes one row and not four. A sum counts for its own period alone; what is left of a past one is replaced by the next tip.
drop index top_tippers_list;
drop index top_tippers_past;
drop index top_tippers_tipper;
alter table top_tippers rename to past_top_tippers;
alter table past_top_tippers rename constraint top_tippers_pkey to past_top_tippers_pkey;

create table top_tippers (
  target_kind text not null,
  target_id uuid not null,
  -- Without a foreign key, as these are sums of tips whose senders have one.
  tipper_id uuid not null,
  coins bigint not null check (coins > 0),
  -- Days, weeks and months begin at midnight UTC.
  day_on date not null,
  day_coins bigint not null check (day_coins > 0),
  week_on date not null,
  week_coins bigint not null check (week_coins > 0),
  month_on date not null,
  month_coins bigint not null check (month_coins > 0),
  primary key (target_kind, target_id, tipper_id)
);

insert into top_tippers (target_kind, target_id, tipper_id, coins, day_on, day_coins, week_on, week_coins, month_on, month_coins)
select a.target_kind, a.target_id, a.tipper_id, a.coins,
  coalesce(d.starts_on, a.starts_on), coalesce(d.coins, a.coins),
  coalesce(w.starts_on, a.starts_on), coalesce(w.coins, a.coins),
  coalesce(m.starts_on, a.starts_on), coalesce(m.coins, a.coins)
from past_top_tippers a
cross join lateral (
  select max(p.starts_on) filter (where p.period = 'DAY') as day_on, max(p.starts_on) filter (where p.period = 'WEEK') as week_on,
    max(p.starts_on) filter (where p.period = 'MONTH') as month_on
  from past_top_tippers p
  where p.target_kind = a.target_kind and p.target_id = a.target_id and p.tipper_id = a.tipper_id
) newest
left join past_top_tippers d on (d.target_kind, d.target_id, d.tipper_id, d.period, d.starts_on)
  = (a.target_kind, a.target_id, a.tipper_id, 'DAY', newest.day_on)
left join past_top_tippers w on (w.target_kind, w.target_id, w.tipper_id, w.period, w.starts_on)
  = (a.target_kind, a.target_id, a.tipper_id, 'WEEK', newest.week_on)
left join past_top_tippers m on (m.target_kind, m.target_id, m.tipper_id, m.period, m.starts_on)
  = (a.target_kind, a.target_id, a.tipper_id, 'MONTH', newest.month_on)
where a.period = 'ALL';
drop table past_top_tippers;

create index top_tippers_all on top_tippers (target_kind, target_id, coins desc, tipper_id desc);
create index top_tippers_day on top_tippers (target_kind, target_id, day_on, day_coins desc, tipper_id desc);
create index top_tippers_week on top_tippers (target_kind, target_id, week_on, week_coins desc, tipper_id desc);
create index top_tippers_month on top_tippers (target_kind, target_id, month_on, month_coins desc, tipper_id desc);
