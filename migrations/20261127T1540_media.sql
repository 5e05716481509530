-- People by a part of their names in scripts of which trigrams hold nothing, as the indexes of trigrams: over all, and over those
-- with many followers.
create index users_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off);
create index users_popular_pairs on users using gin (name_pairs(folded_name)) with (fastupdate = off)
  where popularity >= 7;
