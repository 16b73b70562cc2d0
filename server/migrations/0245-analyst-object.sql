-- Objects of no catalogue that an organisation follows by an orbit of one of its own tracks. A row stays when the object is no longer
-- followed: its number is never given twice.
create table odt.analyst_object (
  tenant_id text not null,
  norad_id integer not null check (norad_id between 800000001 and 899999999),
  name text not null,
  observation_id uuid not null,
  sensor_code text not null,
  -- The initial orbit as it was answered, and which of the orbits of its track it was.
  rank integer not null check (rank > 0),
  orbit jsonb not null,
  message text not null,
  is_simulated boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  removed_at timestamptz,
  removed_by text,
  primary key (tenant_id, norad_id),
  foreign key (tenant_id, observation_id) references odt.observation (tenant_id, id)
);
create unique index analyst_object_once on odt.analyst_object (tenant_id, observation_id, rank) where removed_at is null;
alter table odt.analyst_object enable row level security;
alter table odt.analyst_object force row level security;
create policy tenant on odt.analyst_object
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on odt.analyst_object to apsis_runtime;
