-- The satellites of an organisation, and who operates other objects as far as it knows.
create schema ca;
grant usage on schema ca to apsis_runtime;

create table ca.satellite (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  norad_id integer not null check (norad_id between 1 and 999999999),
  cospar_id text,
  tag text,
  configuration jsonb not null,
  is_simulated boolean not null,
  version integer not null default 1,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  -- Hidden since then, and so are its events; it can be brought back for 30 days.
  deleted_at timestamptz,
  primary key (tenant_id, id)
);
create unique index satellite_norad_id on ca.satellite (tenant_id, norad_id) where deleted_at is null;
create unique index satellite_name on ca.satellite (tenant_id, lower(name)) where deleted_at is null;
alter table ca.satellite enable row level security;
alter table ca.satellite force row level security;
create policy tenant on ca.satellite
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.satellite to apsis_runtime;

create table ca.operator (
  tenant_id text not null,
  norad_id integer not null check (norad_id between 1 and 999999999),
  object_name text not null,
  operator_name text not null,
  country text,
  email text,
  phone text,
  website text,
  manoeuvrability text not null check (manoeuvrability in ('YES', 'NO', 'UNKNOWN')),
  responsibility_tag text,
  last_verified timestamptz,
  primary key (tenant_id, norad_id)
);
alter table ca.operator enable row level security;
alter table ca.operator force row level security;
create policy tenant on ca.operator
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.operator to apsis_runtime;
