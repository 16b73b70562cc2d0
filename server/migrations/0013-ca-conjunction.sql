-- Collision avoidance: conjunction data messages, the events they belong to, and what people decided.

-- What is simulated may be cleared away; a real message, its event and what people decided stay, whatever a program
-- asks.
create function ca.refuse_to_forget() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'cdm' then
    if old.is_simulated then return old; end if;
  elsif tg_table_name = 'conjunction' then
    if (old.facts ->> 'isSimulated')::boolean then return old; end if;
  elsif exists (
    select 1 from ca.conjunction event
    where event.tenant_id = old.tenant_id and event.id = old.conjunction_id
      and (event.facts ->> 'isSimulated')::boolean
  ) then return old;
  end if;
  raise exception 'only what is simulated may be removed from %.%', tg_table_schema, tg_table_name;
end $$;

-- Rises with each change of an event: the one lock of whoever changes events, and what a kept list is of.
create table ca.conjunction_list (
  tenant_id text not null,
  version bigint not null default 1,
  -- Version in which events were last removed: a list of an earlier one is read anew.
  cleared_in bigint not null default 0,
  primary key (tenant_id)
);
alter table ca.conjunction_list enable row level security;
alter table ca.conjunction_list force row level security;
create policy tenant on ca.conjunction_list
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.conjunction_list to apsis_runtime;

-- An event: a close approach of two objects, with all that its messages say and where people stand with it.
create table ca.conjunction (
  tenant_id text not null,
  id uuid not null,
  -- The two objects in the order of their designators, without leading zeros.
  object_low text collate "C" not null,
  object_high text collate "C" not null,
  is_co_orbiting boolean not null,
  -- TCA of the first message that came: what later ones are held against.
  reference_tca timestamptz not null,
  tca timestamptz not null,
  -- Satellites of the organisation: object 1, and object 2 where it is one as well.
  satellite_id uuid,
  other_satellite_id uuid,
  -- Creation of the newest message that a screening found mitigated; a newer one opens the event again.
  mitigated_until timestamptz,
  risk_level smallint not null check (risk_level between 0 and 4),
  -- What its messages add up to, as the list shows it.
  facts jsonb not null,
  -- Where people stand with it.
  decision jsonb not null default '{"state": "NEW", "owner": null, "decision": null, "at": null, "by": null, "snoozedUntil": null}',
  decision_version integer not null default 0,
  decided_level smallint,
  version integer not null default 1,
  -- Version of the list in which it last changed.
  changed_in bigint not null,
  created_at timestamptz not null default now(),
  -- Above which probability a decided event reopens by itself.
  reopen_above double precision,
  -- A decision to wait carries the time of the next look, and every decision the TCA that it was made on.
  look_again_at timestamptz,
  decided_tca timestamptz,
  -- Which burn left nothing of an event, and above which probability that would not hold.
  mitigated_by text,
  mitigated_above double precision,
  primary key (tenant_id, id)
);
create index conjunction_pair on ca.conjunction (tenant_id, object_low, object_high, reference_tca);
create index conjunction_changed on ca.conjunction (tenant_id, changed_in);
create index conjunction_satellite on ca.conjunction (tenant_id, satellite_id, tca);
alter table ca.conjunction enable row level security;
alter table ca.conjunction force row level security;
create policy tenant on ca.conjunction
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.conjunction to apsis_runtime;

-- Whoever keeps a list of events reads it anew after some were removed.
create function ca.note_removal() returns trigger language plpgsql as $$
begin
  update ca.conjunction_list set version = version + 1, cleared_in = version + 1
  where tenant_id in (select distinct tenant_id from gone);
  return null;
end $$;

create trigger note_removal after delete on ca.conjunction
  referencing old table as gone for each statement execute function ca.note_removal();
create trigger keep_real before delete on ca.conjunction for each row execute function ca.refuse_to_forget();

-- A conjunction data message.
create table ca.cdm (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  originator text not null,
  message_id text not null,
  creation_date timestamptz not null,
  -- Found anew from the states of the message.
  tca timestamptz not null,
  received_at timestamptz not null,
  received_by text not null,
  -- A message that a track of the organisation has changed is from its tracking.
  source text not null check (source in ('upload', 'space-track', 'space-track-staging', 'file-drop', 'mailbox', 'simulator', 'tracking')),
  is_simulated boolean not null,
  name text not null,
  format text not null check (format in ('kvn', 'xml', 'json')),
  sha256 text not null,
  -- As it came, byte for byte.
  original bytea not null,
  satellite_id uuid,
  other_satellite_id uuid,
  -- What it says and what is made of it, with the radii and thresholds of the satellite as they are.
  derived jsonb not null,
  -- What the orbits of a message rest on, as far as it says so.
  grade text not null default 'SPECIAL_PERTURBATIONS'
    check (grade in ('OPERATOR_EPHEMERIS', 'OWNER_OPERATOR', 'SPECIAL_PERTURBATIONS', 'TLE')),
  -- When it was written into the list: between its arrival and its place there a message may wait for minutes.
  stored_at timestamptz not null default clock_timestamp(),
  -- When the file of the organisation that it holds was withdrawn. The message stays as well, and drives nothing any
  -- more.
  withdrawn_at timestamptz,
  -- The track that a message was made with: the object that it is of, and when it begins. Null: it was made with none.
  track_object text collate "C",
  track_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id),
  constraint track_is_whole check (num_nulls(track_object, track_at) in (0, 2))
);
create unique index cdm_message on ca.cdm (tenant_id, originator, message_id);
create index cdm_bytes on ca.cdm (tenant_id, sha256);
create index cdm_newest on ca.cdm (tenant_id, creation_date desc, id);
create index cdm_conjunction on ca.cdm (tenant_id, conjunction_id, creation_date);
create index cdm_track on ca.cdm (tenant_id, conjunction_id) where track_at is not null;
alter table ca.cdm enable row level security;
alter table ca.cdm force row level security;
create policy tenant on ca.cdm
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.cdm to apsis_runtime;
create trigger keep_real before delete on ca.cdm for each row execute function ca.refuse_to_forget();

-- What screenings of the organisation’s own orbits say of its events, beside the messages.
create table ca.estimate (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  -- The satellite of the organisation that is the primary of the screening.
  satellite_id uuid not null,
  screening_id uuid not null,
  -- The operational ephemeris that it flies by; null: an element set.
  ephemeris_id uuid,
  -- What it is compared with: a newer screening of the same kind takes its place.
  line text not null check (line in ('CAT', 'CDM', 'OPS', 'EPH')),
  -- The other object.
  object_id text collate "C" not null,
  -- When the orbits were taken for the screening.
  made_at timestamptz not null,
  tca timestamptz not null,
  facts jsonb not null,
  -- How it ended: a newer screening found the approach again, or looked and did not find it.
  ended text check (ended in ('SUPERSEDED', 'WITHDRAWN')),
  ended_at timestamptz,
  ended_by uuid,
  primary key (tenant_id, id),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id),
  check ((ended is null) = (ended_at is null))
);
create unique index estimate_once on ca.estimate (tenant_id, conjunction_id, screening_id, satellite_id);
create index estimate_satellite on ca.estimate (tenant_id, satellite_id, line) where ended is null;
alter table ca.estimate enable row level security;
alter table ca.estimate force row level security;
create policy tenant on ca.estimate
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.estimate to apsis_runtime;
create trigger keep_real before delete on ca.estimate for each row execute function ca.refuse_to_forget();

-- What a service reports of a close approach without covariances: an estimate of its event that nobody can recompute.
create table ca.reported_approach (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  -- Its number at the service.
  report_id text collate "C" not null,
  created_at timestamptz not null,
  received_at timestamptz not null,
  tca timestamptz not null,
  miss_m double precision not null check (miss_m >= 0),
  -- Null: not said.
  probability double precision check (probability between 0 and 1),
  is_emergency_reportable boolean,
  -- Both objects with their names, the satellite of the organisation first.
  objects jsonb not null,
  -- The row as the service wrote it, with fields that are not known here.
  as_written jsonb not null,
  is_simulated boolean not null,
  primary key (tenant_id, id),
  unique (tenant_id, report_id, is_simulated),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
create index reported_approach_event on ca.reported_approach (tenant_id, conjunction_id);
alter table ca.reported_approach enable row level security;
alter table ca.reported_approach force row level security;
create policy tenant on ca.reported_approach
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.reported_approach to apsis_runtime;
create trigger keep_real before delete on ca.reported_approach for each row execute function ca.refuse_to_forget();

-- The screening of an own orbit against the orbit that a track changed. Until there is one, what was known before the
-- track holds the level of the event.
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

-- Which level an event had from when on, and which message made it so. Never changed.
create table ca.level_history (
  tenant_id text not null,
  conjunction_id uuid not null,
  place integer not null,
  at timestamptz not null,
  level smallint not null check (level between 0 and 4),
  cdm_id uuid,
  reason text not null check (reason in ('message', 'time', 'satellite', 'mitigated', 'screening', 'withdrawal', 'report')),
  primary key (tenant_id, conjunction_id, place),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
alter table ca.level_history enable row level security;
alter table ca.level_history force row level security;
create policy tenant on ca.level_history
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.level_history to apsis_runtime;
create trigger keep_real before delete on ca.level_history for each row execute function ca.refuse_to_forget();

-- The decision record: each step with who, when, on which message and why. Never changed.
create table ca.decision_entry (
  tenant_id text not null,
  conjunction_id uuid not null,
  place integer not null,
  id uuid not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  action text not null
    check (action in ('ACKNOWLEDGE', 'UNACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'CLOSE', 'REOPEN', 'SNOOZE', 'NOTE')),
  cdm_id uuid,
  risk_level smallint not null check (risk_level between 0 and 4),
  probability double precision,
  owner text,
  decision text,
  snoozed_until timestamptz,
  why text not null,
  -- Above which probability the decision is reopened, as it was set then.
  reopen_above double precision,
  -- What reopened a decided event by itself.
  trigger text check (trigger in ('level', 'probability', 'look', 'message-late', 'tca-moved')),
  -- What a note of a call of the on-call chain says, as data, so that each reader has it in their language; null: it is
  -- no such note.
  call jsonb,
  look_again_at timestamptz,
  -- Who was asked to move, and accepted or refused: a part of the step of the record that tells it.
  coordination jsonb,
  primary key (tenant_id, conjunction_id, place),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
alter table ca.decision_entry enable row level security;
alter table ca.decision_entry force row level security;
create policy tenant on ca.decision_entry
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.decision_entry to apsis_runtime;
create trigger keep_real before delete on ca.decision_entry for each row execute function ca.refuse_to_forget();

-- What was told because nothing came, or because a decision is due: once each.
create table ca.reminder (
  tenant_id text not null,
  -- What it is about: an event, a feed, or the ephemerides of a satellite.
  matter text not null,
  -- What was told of it, with what it was told by: the hours to the decision, or the last sign of life.
  reminder text not null,
  notified_at timestamptz not null,
  primary key (tenant_id, matter, reminder)
);
alter table ca.reminder enable row level security;
alter table ca.reminder force row level security;
create policy tenant on ca.reminder
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.reminder to apsis_runtime;

-- Reports of events that were archived: complete in themselves, and never changed. They name the event, and outlive it.
create table ca.event_report (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  number integer not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  note text not null,
  language text not null check (language in ('en', 'de')),
  -- Objects, TCA, level and probability as they were then, for the list.
  summary jsonb not null,
  product_version text not null,
  page text not null,
  bundle bytea not null,
  sha256 text not null,
  primary key (tenant_id, id),
  unique (tenant_id, conjunction_id, number)
);
alter table ca.event_report alter column bundle set storage external;
create index event_report_newest on ca.event_report (tenant_id, at desc, id);
alter table ca.event_report enable row level security;
alter table ca.event_report force row level security;
create policy tenant on ca.event_report
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
-- No update and no delete: the product itself cannot change what is archived.
grant select, insert on ca.event_report to apsis_runtime;

-- Notes from one shift to the next. Never changed.
create table ca.handover (
  tenant_id text not null,
  id uuid not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  text text not null,
  -- What had been decided and was still ahead when the note was written.
  watching jsonb not null default '[]',
  primary key (tenant_id, id)
);
create index handover_newest on ca.handover (tenant_id, at desc, id);
alter table ca.handover enable row level security;
alter table ca.handover force row level security;
create policy tenant on ca.handover
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.handover to apsis_runtime;

-- Who has read a note.
create table ca.handover_reading (
  tenant_id text not null,
  handover_id uuid not null,
  by_subject text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, handover_id, by_subject),
  foreign key (tenant_id, handover_id) references ca.handover (tenant_id, id)
);
alter table ca.handover_reading enable row level security;
alter table ca.handover_reading force row level security;
create policy tenant on ca.handover_reading
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.handover_reading to apsis_runtime;
