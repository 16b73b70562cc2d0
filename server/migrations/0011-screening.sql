-- The engine: screenings, cut into parts of time that workers share; what they found, and what could not be screened.
create schema screening;
grant usage on schema screening to apsis_runtime;

-- A screening as a whole, and how far it is.
create table screening.screening (
  tenant_id text not null,
  id uuid not null,
  -- Which kinds of orbit data are compared (spec §3).
  type text not null check (type ~ '^((CAT|CDM|OPS|TLE)_VS_(CAT|CDM|OPS|TLE|EPH)|MAN_VS_CDM|UNKNOWN)$'),
  from_at timestamptz not null,
  to_at timestamptz not null check (to_at > from_at),
  threshold jsonb not null,
  objects integer not null check (objects >= 0),
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  stage text not null default 'waiting' check (stage in ('waiting', 'screening', 'ended')),
  parts_total integer not null check (parts_total > 0),
  parts_done integer not null default 0 check (parts_done between 0 and parts_total),
  encounters integer not null default 0,
  -- Raised when it is taken up again, so that jobs of the time before have no effect any more.
  round integer not null default 1,
  error text,
  created_by text not null,
  created_at timestamptz not null default now(),
  started_at timestamptz,
  ended_at timestamptz,
  -- When the organisation was last told how far it is.
  notified_at timestamptz,
  -- Who is told how a screening stands: the person that ordered it. Null for what the platform orders by itself.
  notified_user text,
  primary key (tenant_id, id)
);
create index screening_newest on screening.screening (tenant_id, created_at desc, id);
alter table screening.screening enable row level security;
alter table screening.screening force row level security;
create policy tenant on screening.screening
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on screening.screening to apsis_runtime;

-- What is screened, written once and read by each worker.
create table screening.input (
  tenant_id text not null,
  screening_id uuid not null,
  bytes bytea not null,
  primary key (tenant_id, screening_id),
  foreign key (tenant_id, screening_id) references screening.screening (tenant_id, id) on delete cascade
);
-- They are packed already.
alter table screening.input alter column bytes set storage external;
alter table screening.input enable row level security;
alter table screening.input force row level security;
create policy tenant on screening.input
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on screening.input to apsis_runtime;

-- A part of the time of a screening, which one worker takes.
create table screening.part (
  tenant_id text not null,
  screening_id uuid not null,
  place integer not null,
  -- Seconds after the start of the screening.
  from_s double precision not null,
  to_s double precision not null check (to_s > from_s),
  state text not null default 'waiting' check (state in ('waiting', 'running', 'done', 'failed', 'dropped')),
  job_id uuid not null,
  -- How often it was begun; more than once where a worker was lost in the middle of it.
  attempts integer not null default 0,
  started_at timestamptz,
  -- From the beginning to the rows stored, in the attempt that counts.
  duration_s double precision,
  primary key (tenant_id, screening_id, place),
  foreign key (tenant_id, screening_id) references screening.screening (tenant_id, id) on delete cascade
);
alter table screening.part enable row level security;
alter table screening.part force row level security;
create policy tenant on screening.part
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on screening.part to apsis_runtime;

-- What was found, by time within a screening, which is the order of the list. Those of one object are a part of what the
-- key reads in some milliseconds; kept in order by either object, 90,000 rows took twice as long to store. A foreign key
-- would be looked up for every row of a part and take longer than to write it: rows come under the lock of their part,
-- and go with the screening (screening.repository.ts).
create table screening.encounter (
  tenant_id text not null,
  screening_id uuid not null,
  -- After the start of the screening.
  seconds double precision not null,
  -- Places in the list of objects.
  primary_place integer not null,
  secondary_place integer not null,
  kind text not null check (kind in ('minimum', 'start', 'end')),
  primary_id text collate "C" not null,
  secondary_id text collate "C" not null,
  -- Of the element sets; null of an ephemeris.
  primary_age_s double precision,
  secondary_age_s double precision,
  miss_m double precision not null,
  relative_speed_mps double precision not null,
  -- The secondary less the primary, along the radial, transverse and normal axes of the primary.
  miss_r_m double precision not null,
  miss_t_m double precision not null,
  miss_n_m double precision not null,
  velocity_r_mps double precision not null,
  velocity_t_mps double precision not null,
  velocity_n_mps double precision not null,
  -- Null where there is none, and the reason says why.
  probability double precision,
  probability_reason text not null,
  maximum_probability double precision not null,
  -- What an episode of continuous proximity depends on, and its number; null where the objects only pass each other.
  primary_speed_mps double precision not null,
  primary_period_s double precision not null,
  episode integer,
  -- Covariances of both objects, and what follows from them; null where one of them is that of a class of orbits.
  assessed jsonb,
  primary key (tenant_id, screening_id, seconds, primary_place, secondary_place, kind)
);
alter table screening.encounter enable row level security;
alter table screening.encounter force row level security;
create policy tenant on screening.encounter
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on screening.encounter to apsis_runtime;

-- Objects without a state from some time on; of what several parts say, the earliest counts.
create table screening.not_screened (
  tenant_id text not null,
  screening_id uuid not null,
  place integer not null,
  object_id text not null,
  reason text not null,
  -- Screened up to here, seconds after the start; null where it never was.
  until_s double precision,
  primary key (tenant_id, screening_id, place),
  foreign key (tenant_id, screening_id) references screening.screening (tenant_id, id) on delete cascade
);
alter table screening.not_screened enable row level security;
alter table screening.not_screened force row level security;
create policy tenant on screening.not_screened
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on screening.not_screened to apsis_runtime;
