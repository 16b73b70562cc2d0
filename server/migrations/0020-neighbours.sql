-- Ephemerides that other operators publish for everybody. They belong to nobody here: an address is asked once for the whole installation, whoever
-- has connected it. What is near whose fleet is private.
create schema neighbours;
grant usage on schema neighbours to apsis_runtime;

-- An address, and what it listed when it was last read; also each file of a folder, whose files keep their names when they are renewed.
create table neighbours.source (
  address text primary key,
  etag text,
  last_modified text,
  read_at timestamptz,
  changed_at timestamptz,
  -- The names of its files, one a line.
  names text not null default ''
);
grant select, insert, update, delete on neighbours.source to apsis_runtime;

-- A file, with its orbit as screenings read it.
create table neighbours.file (
  address text not null references neighbours.source (address),
  name text not null,
  norad_id integer not null,
  object_name text not null,
  -- When the operator made it, where the file says so.
  made_at timestamptz,
  received_at timestamptz not null,
  start_at timestamptz not null,
  stop_at timestamptz not null,
  usable_from timestamptz not null,
  usable_to timestamptz not null,
  has_covariance boolean not null,
  -- From here on its covariance is a flat envelope, and no estimate.
  envelope_from timestamptz,
  is_simulated boolean not null,
  -- Null: it is the newest of its object from this address.
  replaced_at timestamptz,
  -- How far it is from the version before: samples along the path, and a burn between the two. Null: there was none.
  change jsonb,
  packed bytea not null,
  primary key (address, name)
);
create unique index file_newest on neighbours.file (address, norad_id) where replaced_at is null;
create index file_of_object on neighbours.file (norad_id, received_at desc);
grant select, insert, update, delete on neighbours.file to apsis_runtime;

-- A file that could not be read or was gone: it is not fetched again under that name.
create table neighbours.refused_file (
  address text not null references neighbours.source (address),
  name text not null,
  at timestamptz not null,
  reason text not null,
  primary key (address, name)
);
grant select, insert, delete on neighbours.refused_file to apsis_runtime;

-- The published objects that come near a satellite of the organisation in the next days.
create table neighbours.near (
  tenant_id text not null,
  satellite_id uuid not null,
  norad_id integer not null,
  -- The nearest approach by element sets, and when it was searched for.
  tca timestamptz not null,
  miss_m double precision not null,
  found_at timestamptz not null,
  -- The file that the fleet was last screened against. Null: none yet.
  screened text,
  primary key (tenant_id, satellite_id, norad_id)
);
alter table neighbours.near enable row level security;
alter table neighbours.near force row level security;
create policy tenant on neighbours.near
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on neighbours.near to apsis_runtime;
