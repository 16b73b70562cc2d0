-- What tracks of the organisation changed in its events: each is a message of its own beside the others.
alter table ca.cdm drop constraint if exists cdm_source_check;
alter table ca.cdm add constraint cdm_source_check
  check (source in ('upload', 'space-track', 'file-drop', 'simulator', 'tracking'));

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
