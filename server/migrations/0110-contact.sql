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
alter table ca.ground_station enable row level security;
alter table ca.ground_station force row level security;
create policy tenant on ca.ground_station
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
alter table ca.contact enable row level security;
alter table ca.contact force row level security;
create policy tenant on ca.contact
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.ground_station, ca.contact to apsis_runtime;
-- The last contact by which a plan can be commanded, as it was known when the plan was made; plans from before knew none.
alter table ca.manoeuvre add column command jsonb not null default '{"basis": "NONE", "contact": null}';
