-- Connections to services outside: who they belong to, how they are read, and the requests that their limits count.
create schema connections;
grant usage on schema connections to apsis_runtime;

create table connections.connection (
  tenant_id text not null,
  id uuid not null,
  kind text not null check (kind in ('SPACE_TRACK', 'OPEN_EPHEMERIDES', 'FOLDER', 'MAILBOX', 'SIMULATED')),
  name text not null,
  address text,
  account text,
  -- Sealed with a key that is not in the database.
  secret text,
  secret_set_at timestamptz,
  folder text,
  -- Of a mailbox: the folder in it, and the addresses and domains whose mails are taken.
  mail_folder text,
  senders text[],
  -- A place for tests: what it brings is no operational data.
  is_staging boolean not null default false,
  state text not null default 'ACTIVE' check (state in ('ACTIVE', 'PAUSED', 'REFUSED', 'SUSPENDED')),
  state_since timestamptz not null,
  -- The words of the service that refused, or who paused it.
  state_detail text,
  version integer not null default 1,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  unique (tenant_id, name),
  unique (tenant_id, folder)
);
alter table connections.connection enable row level security;
alter table connections.connection force row level security;
create policy tenant on connections.connection
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on connections.connection to apsis_runtime;

-- What a connection brings: how it went, and what may be done when.
create table connections.feed (
  tenant_id text not null,
  connection_id uuid not null,
  kind text not null check (kind in ('MESSAGES', 'REPORTED', 'EPHEMERIDES', 'NEIGHBOURS', 'CATALOGUE')),
  -- How often it brings something as a rule: a feed is silent by its own period, not by that of another.
  period_s integer not null check (period_s > 0),
  -- The last time that it was read with success, whether or not there was anything new.
  last_success_at timestamptz,
  -- The last time that there was.
  last_message_at timestamptz,
  last_result text,
  last_detail text,
  -- Null: the last reading succeeded.
  last_failed_at timestamptz,
  next_at timestamptz,
  -- What the reader has to remember between two readings: its place in the feed.
  memory jsonb not null default '{}',
  created_at timestamptz not null,
  primary key (tenant_id, connection_id, kind),
  foreign key (tenant_id, connection_id) references connections.connection (tenant_id, id) on delete cascade
);
alter table connections.feed enable row level security;
alter table connections.feed force row level security;
create policy tenant on connections.feed
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on connections.feed to apsis_runtime;

-- One reading of a feed.
create table connections.reading (
  tenant_id text not null,
  connection_id uuid not null,
  id bigint generated always as identity,
  kind text not null,
  at timestamptz not null,
  result text not null,
  detail text,
  received integer not null,
  accepted integer not null,
  known integer not null,
  refused integer not null,
  primary key (tenant_id, connection_id, id),
  foreign key (tenant_id, connection_id) references connections.connection (tenant_id, id) on delete cascade
);
create index reading_newest on connections.reading (tenant_id, connection_id, at desc);
alter table connections.reading enable row level security;
alter table connections.reading force row level security;
create policy tenant on connections.reading
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on connections.reading to apsis_runtime;

-- The requests that were sent, by the account or address whose limits count them. They belong to no organisation: two connections with one account
-- share its limits, and a connection that is removed does not give its requests back. The key is a hash, so that no account can be read here.
create table connections.request (
  limit_key text not null,
  class text not null,
  at timestamptz not null,
  id bigint generated always as identity,
  primary key (limit_key, at, id)
);
grant select, insert, update, delete on connections.request to apsis_runtime;
