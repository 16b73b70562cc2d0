-- Element sets: two catalogues that belong to nobody, of which one counts, and the sets that organisations keep for
-- themselves. Epochs are whole seconds and femtoseconds of TAI since 2000-01-01T12 TAI, so that none loses a digit.
create schema tle;
grant usage on schema tle to apsis_runtime;

-- A catalogue as a whole.
create table tle.catalogue (
  name text primary key check (name in ('simulated', 'gp')),
  -- The one that is read. A catalogue of the other kind is kept, and is in nobody's way.
  is_active boolean not null default false,
  -- Raised with each change, so that whoever keeps a copy knows when it is old.
  version integer not null default 0,
  objects integer not null default 0,
  newest_epoch timestamptz,
  changed_at timestamptz,
  -- A source has changed, or the set that holds of an object, since its sources were last merged.
  is_stale boolean not null default false,
  -- When they were merged, in seconds as epochs are: supplemental sets hold from their epoch on, so that time alone changes what holds.
  merged_s bigint not null default 0
);
insert into tle.catalogue (name) values ('simulated'), ('gp');
create unique index catalogue_active on tle.catalogue (is_active) where is_active;
grant select, update on tle.catalogue to apsis_runtime;

-- A place that sets of the catalogue gp come from, and how that goes.
create table tle.source (
  -- Made from the address, so that no address with a key in it can be read here.
  id text primary key,
  kind text not null check (kind in ('SPACE_TRACK', 'GENERAL', 'SUPPLEMENTAL')),
  name text not null,
  host text not null,
  -- A place for tests: what it lists counts as simulated.
  is_staging boolean not null,
  -- Of equal sets that of the lower rank is used.
  rank integer not null,
  -- What it listed when it was last read with success.
  objects integer not null default 0,
  newest_epoch timestamptz,
  last_success_at timestamptz,
  last_new_at timestamptz,
  last_result text,
  last_detail text,
  -- Null: the last reading succeeded.
  last_failed_at timestamptz,
  -- Not read before this. It is moved before a request is sent, so that a worker that dies has used its turn.
  next_at timestamptz,
  etag text,
  last_modified text,
  -- The host that answers in place of the one that was set.
  moved_to text
);
grant select, insert, update, delete on tle.source to apsis_runtime;

-- The sets that a source lists: one for an object, or several where the source is supplemental.
create table tle.listing (
  source text not null references tle.source (id) on delete cascade,
  norad_id integer not null,
  epoch_s bigint not null,
  epoch_fs bigint not null,
  name text not null,
  international_designator text not null,
  object_type text,
  rcs text,
  country text,
  primary key (source, norad_id, epoch_s, epoch_fs)
);
create index listing_set on tle.listing (norad_id, epoch_s);
grant select, insert, update, delete on tle.listing to apsis_runtime;

-- What the satellite catalogue says of each object, those that have come down as well.
create table tle.satcat (
  norad_id integer primary key,
  name text not null,
  international_designator text not null,
  object_type text,
  rcs text,
  country text,
  launched_on date,
  decayed_on date
);
grant select, insert, update on tle.satcat to apsis_runtime;

-- What was said of the end of objects: predictions, and messages that it has happened.
create table tle.reentry (
  norad_id integer not null,
  source text not null check (source in ('TIP', 'SIXTY_DAYS', 'DECAY_MESSAGE', 'SATCAT')),
  stated_at timestamptz not null,
  expected_at timestamptz not null,
  -- Half of the time within which it is expected, in about 95 of 100 cases; null: not said.
  window_minutes integer,
  name text not null,
  received_at timestamptz not null,
  primary key (norad_id, source, stated_at)
);
grant select, insert, update, delete on tle.reentry to apsis_runtime;

-- An object of a catalogue.
create table tle.object (
  catalogue text not null references tle.catalogue (name),
  norad_id integer not null,
  name text not null,
  international_designator text not null,
  object_type text,
  rcs text,
  -- The set that is used of it.
  epoch_s bigint not null,
  epoch_fs bigint not null,
  is_supplemental boolean not null default false,
  -- The version that last listed it: objects of earlier ones are no longer in the catalogue.
  listed_in integer not null,
  -- Whose object it is by the code of the catalogue (COUNTRY_CODE), where its download says so.
  country text,
  -- When the first version was stored that does not list it; null: it is in the catalogue.
  left_at timestamptz,
  primary key (catalogue, norad_id)
);
grant select, insert, update on tle.object to apsis_runtime;

-- An element set of a catalogue.
create table tle.element_set (
  catalogue text not null,
  norad_id integer not null,
  epoch_s bigint not null,
  epoch_fs bigint not null,
  mean_motion_radps double precision not null,
  eccentricity double precision not null,
  inc_rad double precision not null,
  raan_rad double precision not null,
  arg_periapsis_rad double precision not null,
  mean_anomaly_rad double precision not null,
  bstar double precision not null,
  -- As published, beside the elements.
  mean_motion_dot double precision not null,
  mean_motion_ddot double precision not null,
  ephemeris_type integer not null,
  element_set_number integer not null,
  revolution integer not null,
  classification text not null,
  source text not null,
  -- Fitted to the ephemeris of an operator: it holds from its epoch on and not before.
  is_supplemental boolean not null default false,
  received_at timestamptz not null,
  tle_line1 text,
  tle_line2 text,
  primary key (catalogue, norad_id, epoch_s, epoch_fs, is_supplemental)
);
create index element_set_received on tle.element_set (catalogue, received_at);
grant select, insert, delete on tle.element_set to apsis_runtime;

-- What an organisation stored itself; nobody else sees it.
create table tle.own_set (
  tenant_id text not null,
  norad_id integer not null,
  epoch_s bigint not null,
  epoch_fs bigint not null,
  name text not null,
  international_designator text not null,
  mean_motion_radps double precision not null,
  eccentricity double precision not null,
  inc_rad double precision not null,
  raan_rad double precision not null,
  arg_periapsis_rad double precision not null,
  mean_anomaly_rad double precision not null,
  bstar double precision not null,
  mean_motion_dot double precision not null,
  mean_motion_ddot double precision not null,
  ephemeris_type integer not null,
  element_set_number integer not null,
  revolution integer not null,
  classification text not null,
  source text not null,
  received_at timestamptz not null default now(),
  -- What was uploaded or downloaded as two lines is kept as it came beside the elements, so that it can be given back
  -- unchanged: an exponent of zero has two spellings, and some senders set no revolution or another checksum. Null: it
  -- came as an OMM.
  tle_line1 text,
  tle_line2 text,
  primary key (tenant_id, norad_id, epoch_s, epoch_fs)
);
create index own_set_received on tle.own_set (tenant_id, received_at);
alter table tle.own_set enable row level security;
alter table tle.own_set force row level security;
create policy tenant on tle.own_set
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on tle.own_set to apsis_runtime;

-- Element sets of the demo go with it; what somebody uploaded stays, whatever a program asks.
create function tle.refuse_to_forget() returns trigger language plpgsql as $$
begin
  if old.source = 'simulator' then return old; end if;
  raise exception 'only what is simulated may be removed from tle.own_set';
end $$;

create trigger keep_real before delete on tle.own_set for each row execute function tle.refuse_to_forget();

-- What the public catalogue said of single objects, for all processes: it blocks who asks the same within two hours.
create table tle.looked_up (
  norad_id integer primary key,
  -- As it came. Null: the catalogue has no set of the object.
  answer text,
  received_at timestamptz not null
);
grant select, insert, update, delete on tle.looked_up to apsis_runtime;
