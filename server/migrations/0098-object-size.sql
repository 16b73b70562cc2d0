-- Sizes and masses of objects, as an organisation has loaded them: used for the probability and for what a collision would make.
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
