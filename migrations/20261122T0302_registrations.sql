-- Registrations by e-mail that wait for the code from the mail. What was registered is encrypted by a key that the client's
-- token alone gives, so that neither this table nor a secret of the server shows an address or a password.
create table registrations (
  -- SHA-256 of the token that the client keeps.
  token_hash text primary key,
  -- HMAC of the code by the token: with this table alone, nobody can try all codes.
  code_hash text not null,
  sealed_input text not null,
  tries smallint not null default 0,
  expires_at timestamptz not null
);
create index registrations_expired on registrations (expires_at);

-- Whether an address has an account is asked at every registration by e-mail.
create index users_email on users (email) where email is not null;
