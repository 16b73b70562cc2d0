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
  primary key (tenant_id, screening_id),
  foreign key (tenant_id, screening_id) references screening.screening (tenant_id, id) on delete cascade
);
create index screening_satellite on ca.screening (tenant_id, satellite_id);
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
