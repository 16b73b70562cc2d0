-- Collision avoidance: ephemeris files, which hold the path that a satellite flies or may fly.

-- A file: what it says, and what was checked of it.
create table ca.ephemeris (
  tenant_id text not null,
  id uuid not null,
  satellite_id uuid not null,
  name text not null,
  kind text not null check (kind in ('HYPOTHETICAL', 'CANDIDATE', 'OPERATIONAL')),
  -- Whether it expired, or is screened, follows from the time and from its screenings (ephemeris.repository.ts).
  state text not null check (state in ('INVALID', 'VALID', 'SUPERSEDED')),
  active boolean not null default true,
  -- Counts the files of the satellite.
  version integer not null check (version > 0),
  format text not null,
  bytes integer not null check (bytes >= 0),
  sha256 text not null,
  -- What the file says; null where it could not be read.
  originator text,
  object_id text,
  object_name text,
  reference_frame text,
  start_at timestamptz,
  stop_at timestamptz,
  usable_start_at timestamptz,
  usable_stop_at timestamptz,
  points integer not null,
  segments integer not null,
  states_per_revolution double precision,
  gaps jsonb not null,
  covariance text not null check (covariance in ('given', 'assumed', 'none')),
  covariance_frame text,
  errors jsonb not null,
  warnings jsonb not null,
  auto_relinquish_pc double precision check (auto_relinquish_pc > 0 and auto_relinquish_pc <= 1),
  uploaded_by text not null,
  uploaded_at timestamptz not null default now(),
  is_simulated boolean not null,
  -- Null: the file does not say; its arrival counts then.
  made_at timestamptz,
  -- Own files that describe a path which the satellite has left: the plans whose burn they were held against, and those
  -- that they lack.
  judged_burns uuid[] not null default '{}',
  lacks_burns uuid[] not null default '{}',
  -- The screenings that a file is still to be ordered: against the catalogue, against the objects of events. Written
  -- with the file, and taken out by the transaction that orders one, so that a process that ends in between leaves no
  -- file that counts as screened.
  lines_to_screen text[] not null default '{}' check (lines_to_screen <@ '{CAT,CDM,EPH}'::text[]),
  -- When they were asked for last.
  lines_asked_at timestamptz,
  -- Which path of the satellite a file holds, as its name and its comments tell it; null: they do not.
  path_case text check (path_case in ('NOMINAL', 'NO_BURN', 'HOT', 'COLD', 'POSSIBLE')),
  primary key (tenant_id, id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id),
  unique (tenant_id, satellite_id, version)
);
create index ephemeris_newest on ca.ephemeris (tenant_id, uploaded_at desc, id);
-- A satellite has one truth at a time.
create unique index ephemeris_operational on ca.ephemeris (tenant_id, satellite_id)
  where kind = 'OPERATIONAL' and state = 'VALID';
create index ephemeris_to_screen on ca.ephemeris (tenant_id, lines_asked_at) where lines_to_screen <> '{}';
alter table ca.ephemeris enable row level security;
alter table ca.ephemeris force row level security;
create policy tenant on ca.ephemeris
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.ephemeris to apsis_runtime;

-- The original, byte for byte.
create table ca.ephemeris_piece (
  tenant_id text not null,
  ephemeris_id uuid not null,
  place integer not null check (place >= 0),
  bytes bytea not null,
  primary key (tenant_id, ephemeris_id, place),
  foreign key (tenant_id, ephemeris_id) references ca.ephemeris (tenant_id, id) on delete cascade
);
alter table ca.ephemeris_piece enable row level security;
alter table ca.ephemeris_piece force row level security;
create policy tenant on ca.ephemeris_piece
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.ephemeris_piece to apsis_runtime;

-- Its states in TEME, packed, so that no screening has to read the file again (packed-orbit.ts).
create table ca.ephemeris_orbit (
  tenant_id text not null,
  ephemeris_id uuid not null,
  bytes bytea not null,
  primary key (tenant_id, ephemeris_id),
  foreign key (tenant_id, ephemeris_id) references ca.ephemeris (tenant_id, id) on delete cascade
);
alter table ca.ephemeris_orbit alter column bytes set storage external;
alter table ca.ephemeris_orbit enable row level security;
alter table ca.ephemeris_orbit force row level security;
create policy tenant on ca.ephemeris_orbit
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.ephemeris_orbit to apsis_runtime;
