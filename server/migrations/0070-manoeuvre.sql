-- Plans of avoidance manoeuvres, every step of each, and what an organisation asks of them.
create table ca.manoeuvre (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  satellite_id uuid not null,
  -- The message that it stands on.
  cdm_id uuid not null,
  name text not null,
  state text not null check (state in ('DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED', 'EXECUTED', 'VERIFIED', 'REJECTED',
    'SUPERSEDED', 'EXPIRED', 'ABORTED', 'PARTIAL')),
  version integer not null default 1,
  request jsonb not null,
  -- The burn as the API shows it: its Δv and its time are what was rounded, flown and judged.
  burn jsonb not null,
  -- The propulsion that it was planned with.
  propulsion jsonb not null,
  accepted double precision not null,
  ignition_at timestamptz not null,
  delta_v double precision not null,
  -- Until then a command reaches the satellite.
  commit_at timestamptz not null,
  screening jsonb,
  evaluation jsonb,
  found jsonb,
  -- The messages that it was last held against while it waited: changes with each of them.
  watched text not null default '',
  -- Subjects and names of everybody who made or changed it.
  editors jsonb not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  exported_at timestamptz,
  is_simulated boolean not null,
  primary key (tenant_id, id),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id) on delete cascade,
  -- No file goes out of what nobody has approved.
  constraint approved_first check (exported_at is null or approved_at is not null),
  constraint approved_by_whom check ((approved_at is null) = (approved_by is null)),
  constraint state_is_told check (state not in ('EXPORTED', 'EXECUTED', 'VERIFIED', 'ABORTED', 'PARTIAL') or exported_at is not null)
);
create index manoeuvre_of_event on ca.manoeuvre (tenant_id, conjunction_id);
create index manoeuvre_newest on ca.manoeuvre (tenant_id, created_at desc, id);
create index manoeuvre_open on ca.manoeuvre (tenant_id, commit_at) where state in ('DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED');
alter table ca.manoeuvre enable row level security;
alter table ca.manoeuvre force row level security;
create policy tenant on ca.manoeuvre
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.manoeuvre to apsis_runtime;

-- Never changed.
create table ca.manoeuvre_step (
  tenant_id text not null,
  manoeuvre_id uuid not null,
  place integer not null check (place > 0),
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  action text not null check (action in ('CREATE', 'CHANGE', 'MOVE', 'DOWNLOAD')),
  state text not null,
  why text not null,
  detail jsonb not null,
  primary key (tenant_id, manoeuvre_id, place),
  foreign key (tenant_id, manoeuvre_id) references ca.manoeuvre (tenant_id, id) on delete cascade
);
alter table ca.manoeuvre_step enable row level security;
alter table ca.manoeuvre_step force row level security;
create policy tenant on ca.manoeuvre_step
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.manoeuvre_step to apsis_runtime;

create table ca.manoeuvre_policy (
  tenant_id text not null,
  is_second_person_needed boolean not null,
  primary key (tenant_id)
);
alter table ca.manoeuvre_policy enable row level security;
alter table ca.manoeuvre_policy force row level security;
create policy tenant on ca.manoeuvre_policy
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.manoeuvre_policy to apsis_runtime;
