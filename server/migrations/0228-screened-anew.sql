-- The track that a message was made with: the object that it is of, and when it begins. Messages from before this version say nothing of it.
alter table ca.cdm
  add column track_object text collate "C",
  add column track_at timestamptz,
  add constraint track_is_whole check (num_nulls(track_object, track_at) in (0, 2)) not valid;

-- The screening of an own orbit against the orbit that a track changed. Until there is one, what was known before the track holds the
-- level of the event.
create table ca.screened_anew (
  tenant_id text not null,
  -- The message that the track made.
  cdm_id uuid not null,
  conjunction_id uuid not null,
  -- The satellite of the organisation whose orbit is screened.
  satellite_id uuid not null,
  state text not null check (state in ('ORDERED', 'DONE', 'FAILED')),
  -- Null: it could not be ordered.
  screening_id uuid,
  -- Why it failed.
  reason text,
  at timestamptz not null,
  primary key (tenant_id, cdm_id, satellite_id),
  check ((state = 'FAILED') = (reason is not null))
);
create index screened_anew_event on ca.screened_anew (tenant_id, conjunction_id);
alter table ca.screened_anew enable row level security;
alter table ca.screened_anew force row level security;
create policy tenant on ca.screened_anew
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.screened_anew to apsis_runtime;
create index cdm_track on ca.cdm (tenant_id, conjunction_id) where track_at is not null;
