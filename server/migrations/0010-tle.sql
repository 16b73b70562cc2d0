-- Element sets: two catalogues that belong to nobody, of which one counts, and the sets that organisations keep for
-- themselves. Epochs are whole seconds and femtoseconds of TAI since 2000-01-01T12 TAI, so that none loses a digit.
create schema tle;
grant usage on schema tle to apsis_runtime;

-- A catalogue as a whole, and what is known of its source.
create table tle.catalogue (
  name text primary key check (name in ('simulated', 'gp')),
  -- The one that is read. A catalogue of the other kind is kept, and is in nobody's way.
  is_active boolean not null default false,
  -- Raised with each change, so that whoever keeps a copy knows when it is old.
  version integer not null default 0,
  objects integer not null default 0,
  newest_epoch timestamptz,
  changed_at timestamptz,
  -- No download before this. It is moved before a download begins, so that a worker that dies has used its turn.
  next_at timestamptz not null default '-infinity',
  asked_at timestamptz,
  outcome text,
  etag text,
  last_modified text
);
insert into tle.catalogue (name) values ('simulated'), ('gp');
create unique index catalogue_active on tle.catalogue (is_active) where is_active;
grant select, update on tle.catalogue to apsis_runtime;

-- An object of a catalogue.
create table tle.object (
  catalogue text not null references tle.catalogue (name),
  norad_id integer not null,
  name text not null,
  international_designator text not null,
  object_type text,
  rcs text,
  -- Its newest set.
  epoch_s bigint not null,
  epoch_fs bigint not null,
  -- The version that last listed it: objects of earlier ones are no longer in the catalogue.
  listed_in integer not null,
  -- Whose object it is by the code of the catalogue (COUNTRY_CODE), where its download says so.
  country text,
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
  received_at timestamptz not null,
  tle_line1 text,
  tle_line2 text,
  primary key (catalogue, norad_id, epoch_s, epoch_fs)
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
