-- Collision avoidance: the satellites of an organisation, how they are commanded, and what it knows of other objects.
create schema ca;
grant usage on schema ca to apsis_runtime;

-- A satellite of the organisation.
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

-- Places from which an organisation commands or hears its satellites.
create table ca.ground_station (
  tenant_id text not null,
  id uuid not null,
  name text not null,
  -- All other fields, as they were sent.
  fields jsonb not null,
  primary key (tenant_id, id),
  unique (tenant_id, name)
);
alter table ca.ground_station enable row level security;
alter table ca.ground_station force row level security;
create policy tenant on ca.ground_station
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.ground_station to apsis_runtime;

-- Contacts that were entered or came from a file; all others are computed when they are asked for.
create table ca.contact (
  tenant_id text not null,
  id uuid not null,
  satellite_id uuid not null,
  from_at timestamptz not null,
  to_at timestamptz not null,
  station text not null,
  can_command boolean not null,
  source text not null check (source in ('ENTERED', 'CSV', 'ICAL')),
  primary key (tenant_id, id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id),
  check (to_at > from_at)
);
create index contact_next on ca.contact (tenant_id, satellite_id, to_at);
alter table ca.contact enable row level security;
alter table ca.contact force row level security;
create policy tenant on ca.contact
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.contact to apsis_runtime;

-- By which contacts a satellite can be commanded, as they were found last: until when its events have to be decided
-- follows from them. Contacts that have begun stay for a week, since an event may have been due by one of them.
create table ca.command_window (
  tenant_id text not null,
  satellite_id uuid not null,
  basis text not null check (basis in ('BOOKED', 'COMPUTED', 'NONE')),
  contacts jsonb not null,
  known_until timestamptz,
  found_at timestamptz not null,
  -- How often contacts were asked for anew: a look that began before the last time found what was true before it. The
  -- time of the last look cannot tell that, since two changes set it to the same.
  asked bigint not null default 0,
  primary key (tenant_id, satellite_id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id)
);
alter table ca.command_window enable row level security;
alter table ca.command_window force row level security;
create policy tenant on ca.command_window
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.command_window to apsis_runtime;

-- Who operates other objects, as far as the organisation knows.
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

-- Sizes and masses of objects, as an organisation has loaded them: used for the probability and for what a collision
-- would make.
create table ca.object_size (
  tenant_id text not null,
  norad_id integer not null check (norad_id between 1 and 999999999),
  name text not null default '',
  radius_m double precision check (radius_m > 0),
  -- Of the body without its wings.
  core_radius_m double precision check (core_radius_m > 0),
  mass_kg double precision check (mass_kg > 0),
  -- Who says so.
  source text not null default '',
  loaded_at timestamptz not null,
  primary key (tenant_id, norad_id),
  check (radius_m is not null or mass_kg is not null)
);
alter table ca.object_size enable row level security;
alter table ca.object_size force row level security;
create policy tenant on ca.object_size
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.object_size to apsis_runtime;
