-- Accounts for programs: who they are, what they may do, and hashes of their secrets.
create schema service_accounts;
grant usage on schema service_accounts to apsis_runtime;

-- A program, and what it may do.
create table service_accounts.service_account (
  tenant_id text not null,
  -- Subject of its tokens.
  id uuid not null,
  client_id text not null,
  name text not null,
  description text not null,
  roles text[] not null,
  created_by text not null,
  created_by_name text not null,
  created_at timestamptz not null,
  last_used_at timestamptz,
  revoked_at timestamptz,
  revoked_by_name text,
  primary key (tenant_id, id),
  unique (tenant_id, client_id)
);
alter table service_accounts.service_account enable row level security;
alter table service_accounts.service_account force row level security;
create policy tenant on service_accounts.service_account
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on service_accounts.service_account to apsis_runtime;

-- What a program proves itself with.
create table service_accounts.secret (
  tenant_id text not null,
  id uuid not null,
  service_account_id uuid not null,
  -- SHA-256 of a secret of 256 random bits: nobody can guess what it was made of, so that a slow hash would protect
  -- nothing.
  hash bytea not null,
  created_at timestamptz not null,
  ends_at timestamptz not null,
  -- How many notices of its end were given.
  notices integer not null default 0,
  primary key (tenant_id, id),
  foreign key (tenant_id, service_account_id) references service_accounts.service_account (tenant_id, id)
);
create index secret_service_account on service_accounts.secret (tenant_id, service_account_id, ends_at desc);
alter table service_accounts.secret enable row level security;
alter table service_accounts.secret force row level security;
create policy tenant on service_accounts.secret
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on service_accounts.secret to apsis_runtime;

-- A program names its client id and no organisation: here is found behind which wall its account lies.
create table service_accounts.client (
  client_id text primary key,
  tenant_id text not null
);
grant select, insert on service_accounts.client to apsis_runtime;
