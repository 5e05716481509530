-- Additions to the tables for a feed in PostGraphile: the viewer is a setting of the transaction.

create function viewer_id() returns uuid stable language sql return
  current_setting('app.user_id')::uuid;

create function feed() returns setof posts stable language sql begin atomic
  select p.* from posts p
  where p.deleted_at is null and (
    p.author_id = viewer_id()
    or p.visibility <> 'PRIVATE' and p.author_id in (
      select f.followee_id
      from follows f
      join users u on u.id = f.followee_id and u.state = 'ACTIVE'
        and (u.suspended_until is null or u.suspended_until <= now())
      where f.follower_id = viewer_id()
        and not exists (select from blocks b where b.blocker_id = viewer_id() and b.blocked_id = u.id)
        and not exists (select from blocks b where b.blocker_id = u.id and b.blocked_id = viewer_id())
        and not exists (
          select from mutes m
          where m.muter_id = viewer_id() and m.muted_id = u.id and 'POSTS' = any (m.scopes)
            and (m.expires_at is null or m.expires_at > now()))
    ) and not exists (
      select from muted_words w
      where w.user_id = viewer_id() and not w.excludes_following and (w.expires_at is null or w.expires_at > now())
        and lower(p.text) ~ w.pattern)
    )
  order by p.id desc;
end;

create function posts_media(p posts) returns setof media stable language sql begin atomic
  select m.* from unnest(p.media_ids) with ordinality as attached (id, place)
  join media m on m.id = attached.id
  order by attached.place;
end;

create function posts_can_delete(p posts) returns boolean stable language sql return
  p.author_id = viewer_id();

comment on function posts_media(posts) is E'@behavior typeField:resource:list -typeField:resource:connection';
comment on constraint posts_author_id_fkey on posts is E'@fieldName author';
comment on constraint users_avatar_media_id_fkey on users is E'@fieldName avatar';
