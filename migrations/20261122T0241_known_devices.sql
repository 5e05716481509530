-- Devices on which somebody has signed in by password. Their wrong passwords are counted apart from those of others, so that
-- nobody else can keep the owner of an account from signing in.

create table known_devices (
  -- SHA-256 of the token that the device keeps.
  token_hash text primary key,
  user_id uuid references users (id),
  admin_id uuid references admins (id),
  created_at timestamptz not null,
  -- The time of the last sign-in.
  used_at timestamptz not null,
  check (num_nonnulls(user_id, admin_id) = 1)
);
-- The devices of an account that were used last are kept.
create index known_devices_user on known_devices (user_id, used_at desc) where user_id is not null;
create index known_devices_admin on known_devices (admin_id, used_at desc) where admin_id is not null;
create index known_devices_used on known_devices (used_at);
