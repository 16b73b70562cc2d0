-- Ground sensors of an organisation. The simulated network is data of the program and has no rows.
create schema odt;
grant usage on schema odt to apsis_runtime;

create table odt.sensor (
  tenant_id text not null,
  code text not null,
  sensor_type text not null check (sensor_type in ('OPTICAL_PASSIVE', 'FUTURE', 'TEST_OPTICAL', 'RADAR_ACTIVE', 'RETIRED')),
  -- The other fields as the contract names them.
  fields jsonb not null,
  -- Rises with each change.
  version integer not null default 1,
  created_at timestamptz not null,
  changed_at timestamptz not null,
  primary key (tenant_id, code)
);
alter table odt.sensor enable row level security;
alter table odt.sensor force row level security;
create policy tenant on odt.sensor
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.sensor to apsis_runtime;
