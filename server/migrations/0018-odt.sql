-- Orbit determination and tracking: sensors, requests for observations, their passes, and the measurements that came of
-- them.
create schema odt;
grant usage on schema odt to apsis_runtime;

-- Networks of sensors that take orders over HTTP.
create table odt.provider (
  tenant_id text not null,
  id text not null,
  -- What its call-back address and its secrets are derived from: one that is made anew under the same id has others.
  key uuid not null,
  name text not null,
  -- Sealed: an address may open something.
  url text not null,
  is_test boolean not null,
  is_enabled boolean not null,
  -- Which of the derived signing secrets holds, 0 for none, and until when the one before does.
  secret_generation integer not null default 0,
  old_secret_ends_at timestamptz,
  last_tried_at timestamptz,
  last_delivered_at timestamptz,
  last_heard_at timestamptz,
  last_result text,
  last_status integer,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
alter table odt.provider enable row level security;
alter table odt.provider force row level security;
create policy tenant on odt.provider
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.provider to apsis_runtime;

-- What was said between a provider and us. What is sent is written in the transaction of its cause; what came is
-- written in the transaction of its effect.
create table odt.provider_message (
  tenant_id text not null,
  provider_key uuid not null,
  direction text not null check (direction in ('sent', 'received')),
  -- The webhook-id, the same with every try.
  id text not null,
  place bigint generated always as identity,
  pass_id uuid not null,
  type text not null,
  -- What is sent; of what came its hash, by which a copy is told from another message under the same id.
  body text,
  body_hash text,
  state text not null check (state in ('waiting', 'done', 'failed', 'withdrawn')),
  tries integer not null default 0,
  next_at timestamptz,
  -- After it nothing is sent any more.
  expires_at timestamptz,
  result text,
  status integer,
  detail text,
  -- What was answered, so that a copy gets the same.
  answer jsonb,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider_key, direction, id)
);
create index provider_message_due on odt.provider_message (tenant_id, place) where state = 'waiting';
create index provider_message_newest on odt.provider_message (tenant_id, provider_key, place desc);
create index provider_message_of_pass on odt.provider_message (tenant_id, pass_id);
alter table odt.provider_message enable row level security;
alter table odt.provider_message force row level security;
create policy tenant on odt.provider_message
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.provider_message to apsis_runtime;

-- Ground sensors of an organisation. The simulated network is data of the program and has no rows.
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
  -- Since when it stands where it stands; null: for as long as anybody knows.
  stands_since timestamptz,
  -- Where a sensor stood before, oldest first, each place with since when and until when: a track that is handed in
  -- after a move is read from where its sensor stood when the track began.
  former_places jsonb not null default '[]',
  primary key (tenant_id, code)
);
alter table odt.sensor enable row level security;
alter table odt.sensor force row level security;
create policy tenant on odt.sensor
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.sensor to apsis_runtime;

-- A request that an object be observed.
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
  -- How high and for how long an object has to be observed; null: as the sensors say.
  minimum_elevation double precision check (minimum_elevation between 0 and 90),
  minimum_duration integer check (minimum_duration >= 0),
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

-- A pass of an object over a sensor that a request has ordered.
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
  -- Where a sensor points at the beginning and at the end of a pass, {"start": {"azimuth", "elevation"}, "end": …} in
  -- degrees: how long it turns to the next object follows from that. Null: planned by a provider.
  pointing jsonb,
  primary key (tenant_id, id),
  unique (tenant_id, request_id, slot, attempt),
  foreign key (tenant_id, request_id) references odt.request (tenant_id, id),
  constraint pass_ends_later check (ends_at > starts_at)
);
create index pass_at_sensor on odt.pass (tenant_id, sensor_code, starts_at) where status in ('PENDING', 'EXECUTING');
-- What a sensor is to do and has just done is asked for by the end of its passes, in each plan and for each time that a
-- provider offers.
create index pass_by_end on odt.pass (tenant_id, ends_at) where status in ('PENDING', 'EXECUTING', 'SUCCESSFUL');
alter table odt.pass enable row level security;
alter table odt.pass force row level security;
create policy tenant on odt.pass
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on odt.pass to apsis_runtime;

-- A file of measurements.
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
  -- By how much the object of a track passed later than predicted, s; null: of no object beyond doubt.
  offset_s double precision,
  -- Where its sensor was when a track came in: a track is read from there, also after the sensor was moved. Null: not
  -- known, as of a sensor of the simulated network, which stays where it is.
  sensor_place jsonb,
  -- How well the positions of an own receiver or precise orbit (OEM) are known, where their message has no covariance
  -- and a person says it: 1 sigma of each axis, in metres.
  position_sigma_m double precision check (position_sigma_m > 0),
  -- The catalogue number of the object that a track names: PARTICIPANT_2 of a TDM, the satellite of an OEM. After a
  -- burn a track is of nothing that a catalogue knows, and is found by what it names.
  named_norad_id integer,
  -- A file of an organisation’s own that was sent by mistake is withdrawn: when, by whom and why. It stays, and counts for
  -- nothing. What a request brought is never withdrawn.
  withdrawn_at timestamptz,
  withdrawn_by text,
  withdrawn_by_name text,
  withdrawn_reason text,
  primary key (tenant_id, id),
  -- A pass has one file, however often its result comes.
  unique (tenant_id, pass_id),
  foreign key (tenant_id, request_id) references odt.request (tenant_id, id),
  foreign key (tenant_id, pass_id) references odt.pass (tenant_id, id),
  constraint simulated_for_demo check (not is_simulated or is_demo_object),
  constraint withdrawn_is_whole check (num_nulls(withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) in (0, 4)),
  constraint withdrawn_is_own check (withdrawn_at is null or request_id is null)
);
create index observation_newest on odt.observation (tenant_id, created_at desc, id);
create index observation_of_request on odt.observation (tenant_id, request_id);
create index observation_offsets on odt.observation (tenant_id, starts_at) where offset_s is not null;
-- Tracks of after a burn are looked for every few seconds, for each plan that was flown.
create index observation_start on odt.observation (tenant_id, starts_at);
-- Whether a track was there before is asked of each track that may change an event.
create index observation_twice on odt.observation (tenant_id, sensor_code, starts_at);
create index observation_named on odt.observation (tenant_id, named_norad_id, starts_at) where named_norad_id is not null;
alter table odt.observation enable row level security;
alter table odt.observation force row level security;
create policy tenant on odt.observation
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update (withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) on odt.observation to apsis_runtime;

-- What tracks of the organisation changed in its events: each is a message of its own beside the others.
create table odt.event_update (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  observation_id uuid not null,
  sensor_code text not null,
  norad_id integer not null,
  track_at timestamptz not null,
  outcome text not null check (outcome in ('FUSED', 'HELD_ALREADY', 'POSSIBLE_MANOEUVRE', 'NOT_FITTED', 'SIMULATED_ONLY',
    'NO_COVARIANCE')),
  -- The message that the track was added to, and the one that came of it.
  prior_cdm_id uuid not null,
  cdm_id uuid,
  scale_factor double precision,
  weighted_rms double precision,
  used integer,
  edited integer,
  is_simulated boolean not null,
  is_demo_event boolean not null,
  made_at timestamptz not null,
  primary key (tenant_id, id),
  -- A track is added to a message once.
  unique (tenant_id, observation_id, conjunction_id, prior_cdm_id),
  foreign key (tenant_id, observation_id) references odt.observation (tenant_id, id),
  constraint message_where_fused check ((cdm_id is not null) = (outcome = 'FUSED')),
  -- Simulated measurements can never touch an event that is not simulated.
  constraint simulated_for_demo check (not is_simulated or is_demo_event or outcome <> 'FUSED')
);
create index event_update_of_event on odt.event_update (tenant_id, conjunction_id, made_at desc);
alter table odt.event_update enable row level security;
alter table odt.event_update force row level security;
create policy tenant on odt.event_update
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on odt.event_update to apsis_runtime;

-- By how much an object was late in each of its tracks beside one orbit, and what follows.
create table odt.track_history (
  tenant_id text not null,
  norad_id integer not null,
  -- When the last track came, or was withdrawn, that was looked at.
  seen_at timestamptz not null,
  looked_at timestamptz not null,
  -- Null: no orbit of before the first track is known.
  history jsonb,
  primary key (tenant_id, norad_id)
);
alter table odt.track_history enable row level security;
alter table odt.track_history force row level security;
create policy tenant on odt.track_history
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.track_history to apsis_runtime;

-- Objects of no catalogue that an organisation follows by an orbit of one of its own tracks. A row stays when the
-- object is no longer followed: its number is never given twice.
create table odt.analyst_object (
  tenant_id text not null,
  norad_id integer not null check (norad_id between 800000001 and 899999999),
  name text not null,
  observation_id uuid not null,
  sensor_code text not null,
  -- The initial orbit as it was answered, and which of the orbits of its track it was.
  rank integer not null check (rank > 0),
  orbit jsonb not null,
  message text not null,
  is_simulated boolean not null,
  created_at timestamptz not null,
  created_by text not null,
  created_by_name text not null,
  removed_at timestamptz,
  removed_by text,
  primary key (tenant_id, norad_id),
  foreign key (tenant_id, observation_id) references odt.observation (tenant_id, id)
);
create unique index analyst_object_once on odt.analyst_object (tenant_id, observation_id, rank) where removed_at is null;
alter table odt.analyst_object enable row level security;
alter table odt.analyst_object force row level security;
create policy tenant on odt.analyst_object
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on odt.analyst_object to apsis_runtime;
