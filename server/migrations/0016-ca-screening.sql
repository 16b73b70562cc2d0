-- Collision avoidance: what is screened for an organisation, and searches that are asked again and again.

-- What collision avoidance knows of its screenings beyond the engine: for whom, against what, and what came out.
create table ca.screening (
  tenant_id text not null,
  screening_id uuid not null,
  title text not null,
  -- Null: all satellites of the organisation.
  satellite_id uuid,
  ephemeris_id uuid,
  -- Newest element set that is compared with.
  catalogue_epoch timestamptz,
  is_simulated boolean not null,
  -- Written once, when it is done: encounters by level, and the largest probability.
  levels jsonb,
  worst_probability double precision,
  -- Whether an own orbit of a screening is simulated; is_simulated says it of what the own orbits are compared with.
  is_own_simulated boolean not null default false,
  -- The message that the state of an object of a screening is from, by the place of the object.
  cdm_ids jsonb not null default '{}',
  -- How many objects of each kind the catalogue held that it was compared with: what is clear is so among these. Null:
  -- no catalogue was compared with.
  catalogue_kinds jsonb,
  -- Where the sets of that catalogue came from, with the number of objects and the newest set of each source.
  catalogue_sources jsonb not null default '[]',
  primary key (tenant_id, screening_id),
  foreign key (tenant_id, screening_id) references screening.screening (tenant_id, id) on delete cascade
);
create index screening_satellite on ca.screening (tenant_id, satellite_id);
-- The screenings of one file, which are looked for whenever one of its lines may be missing.
create index screening_of_file on ca.screening (tenant_id, ephemeris_id) where ephemeris_id is not null;
alter table ca.screening enable row level security;
alter table ca.screening force row level security;
create policy tenant on ca.screening
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.screening to apsis_runtime;

-- The objects of a screening that no catalogue knows by that name: its primaries, ephemerides, states of messages.
create table ca.screening_object (
  tenant_id text not null,
  screening_id uuid not null,
  object_id text collate "C" not null,
  name text not null,
  satellite_id uuid,
  -- The file that it flies by; null: an element set, or a state of a message.
  ephemeris_id uuid,
  -- Of a primary: by what its encounters are judged. Null of all others.
  thresholds jsonb,
  -- The epoch of the element set by which an own satellite was screened: it knows of no burn after it, whenever the
  -- screening was made. Null: a file or a message.
  set_epoch timestamptz,
  -- The published ephemeris that another operator's object is screened by: its source, its file, its age, and from when on
  -- its covariance is an envelope. Null of all others.
  neighbour jsonb,
  primary key (tenant_id, screening_id, object_id),
  foreign key (tenant_id, screening_id) references ca.screening (tenant_id, screening_id) on delete cascade
);
create index screening_object_ephemeris on ca.screening_object (tenant_id, ephemeris_id);
alter table ca.screening_object enable row level security;
alter table ca.screening_object force row level security;
create policy tenant on ca.screening_object
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.screening_object to apsis_runtime;

-- When the fleet of an organisation was last screened by the clock, against what, and what came of it.
create table ca.fleet_screening (
  tenant_id text not null,
  line text not null check (line in ('CAT', 'CDM')),
  asked_at timestamptz not null,
  -- Null: it could not be asked for, and error says why.
  screening_id uuid,
  -- Newest element set of the catalogue that it was asked with.
  catalogue_epoch timestamptz,
  error text,
  primary key (tenant_id, line)
);
alter table ca.fleet_screening enable row level security;
alter table ca.fleet_screening force row level security;
create policy tenant on ca.fleet_screening
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.fleet_screening to apsis_runtime;

-- A search that is asked again and again.
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
  -- Of the objects of the catalogue that the last run compared with: how many of each kind, and whether they were
  -- simulated or named one by one. Null: no catalogue was compared with.
  catalogue jsonb,
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

-- The close approaches that a search knows.
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
