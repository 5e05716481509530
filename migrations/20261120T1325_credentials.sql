-- Whether the identity provider, or the person by a code sent there, has shown that the address is theirs.
alter table users add column is_email_verified boolean not null default false;
