-- Searches that are asked again and again, and the close approaches that each knows.
create table ca.watch (
  tenant_id text not null,
  id uuid not null,
  -- One of the two: who is searched for.
  satellite_id uuid,
  norad_id integer,
  name text not null,
  -- Catalogue numbers separated by commas, or all.
  others text not null,
  hours double precision not null,
  most_km double precision not null,
  is_paused boolean not null default false,
  -- Of the last run. Moved only together with what that run found, so that no run counts twice.
  run_at timestamptz not null,
  catalogue_epoch timestamptz,
  result text not null check (result in ('NOT_SCREENED', 'CLEAR', 'CONJUNCTIONS')),
  error text,
  created_by text not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id),
  check (num_nonnulls(satellite_id, norad_id) = 1)
);
create index watch_satellite on ca.watch (tenant_id, satellite_id);
alter table ca.watch enable row level security;
alter table ca.watch force row level security;
create policy tenant on ca.watch
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.watch to apsis_runtime;

create table ca.watch_hit (
  tenant_id text not null,
  id uuid not null,
  watch_id uuid not null,
  object_id text not null,
  name text not null,
  tca timestamptz not null,
  miss_m double precision not null,
  -- The run that saw it last. One that is no longer seen is kept until it is past, so that it is never told again.
  seen_at timestamptz not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, watch_id) references ca.watch (tenant_id, id) on delete cascade
);
create index watch_hit_watch on ca.watch_hit (tenant_id, watch_id);
alter table ca.watch_hit enable row level security;
alter table ca.watch_hit force row level security;
create policy tenant on ca.watch_hit
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.watch_hit to apsis_runtime;
