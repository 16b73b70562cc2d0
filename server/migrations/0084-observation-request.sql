-- Observation requests, their passes, and the measurements that came of them. The schema is that of the sensors (0080).
create table odt.request (
  tenant_id text not null,
  id uuid not null,
  provider_id text not null,
  pass_names text[] not null,
  measurement_type text not null check (measurement_type in ('OPTICAL', 'RADAR')),
  compression text not null check (compression in ('NONE', 'GZIP', 'ZIP')),
  message_type text,
  message text,
  passes_requested integer not null check (passes_requested > 0),
  norad_id integer not null,
  object_name text not null,
  satellite_id uuid,
  conjunction_id uuid,
  sensor_codes text[],
  window_from timestamptz not null,
  window_to timestamptz not null,
  priority text not null,
  status text not null check (status in ('PENDING', 'APPROVED', 'INFEASIBLE', 'IN_PROGRESS', 'PARTIAL', 'COMPLETE',
    'UNSUCCESSFUL', 'CANCELLED')),
  is_ended boolean not null,
  -- Where the money of the slots is that never had a pass; the others say it themselves.
  slots jsonb not null,
  reasons text[] not null default '{}',
  order_id uuid not null,
  -- The simulator observes it, and its object is simulated: either both or neither.
  is_simulated boolean not null,
  is_demo_object boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  foreign key (tenant_id, order_id) references payments."order" (tenant_id, id),
  constraint message_is_whole check ((message is null) = (message_type is null)),
  constraint window_is_ahead check (window_to > window_from),
  -- Simulated measurements can never touch an object that is not simulated.
  constraint simulated_for_demo check (not is_simulated or is_demo_object)
);
create index request_newest on odt.request (tenant_id, created_at desc, id);
create index request_open on odt.request (tenant_id) where not is_ended;
alter table odt.request enable row level security;
alter table odt.request force row level security;
create policy tenant on odt.request
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on odt.request to apsis_runtime;

create table odt.pass (
  tenant_id text not null,
  id uuid not null,
  request_id uuid not null,
  -- Which of the passes that were asked for, from 0, and the how manieth attempt at it.
  slot integer not null check (slot >= 0),
  attempt integer not null check (attempt between 0 and 3),
  -- The line of the order that pays for it.
  line integer not null check (line >= 0),
  sensor_code text not null,
  sensor_name text not null,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  status text not null check (status in ('PENDING', 'EXECUTING', 'EXECUTED', 'PUBLISHING', 'PUBLISHED', 'SUCCESSFUL',
    'UNSUCCESSFUL', 'CANCELLED')),
  is_overdue boolean not null default false,
  reason text,
  -- What the provider calls it, once it has taken it.
  provider_reference text,
  primary key (tenant_id, id),
  unique (tenant_id, request_id, slot, attempt),
  foreign key (tenant_id, request_id) references odt.request (tenant_id, id),
  constraint pass_ends_later check (ends_at > starts_at)
);
create index pass_at_sensor on odt.pass (tenant_id, sensor_code, starts_at) where status in ('PENDING', 'EXECUTING');
alter table odt.pass enable row level security;
alter table odt.pass force row level security;
create policy tenant on odt.pass
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on odt.pass to apsis_runtime;

create table odt.observation (
  tenant_id text not null,
  id uuid not null,
  request_id uuid,
  pass_id uuid,
  sensor_code text not null,
  norad_id integer,
  best_norad_id integer,
  is_ambiguous boolean not null,
  measurements integer not null check (measurements > 0),
  rms_arcsec double precision,
  starts_at timestamptz not null,
  ends_at timestamptz not null,
  compression text not null check (compression in ('NONE', 'GZIP', 'ZIP')),
  -- The tracking data message, KVN.
  tdm text not null,
  -- The report by metric.
  reports jsonb not null,
  originator text not null,
  is_simulated boolean not null,
  is_demo_object boolean not null,
  created_at timestamptz not null,
  primary key (tenant_id, id),
  -- A pass has one file, however often its result comes.
  unique (tenant_id, pass_id),
  foreign key (tenant_id, request_id) references odt.request (tenant_id, id),
  foreign key (tenant_id, pass_id) references odt.pass (tenant_id, id),
  constraint simulated_for_demo check (not is_simulated or is_demo_object)
);
create index observation_newest on odt.observation (tenant_id, created_at desc, id);
create index observation_of_request on odt.observation (tenant_id, request_id);
alter table odt.observation enable row level security;
alter table odt.observation force row level security;
create policy tenant on odt.observation
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on odt.observation to apsis_runtime;
