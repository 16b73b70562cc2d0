-- Public halves of the keys that API processes sign access tokens of service accounts with. The private halves never leave the
-- memory of the process that made them, so that nothing in the database, or in a backup of it, can sign.
create table platform.signing_key (
  kid text primary key,
  jwk jsonb not null,
  -- When the last token that it signed has run out.
  ends_at timestamptz not null
);
grant select, insert, delete on platform.signing_key to apsis_runtime;
