-- Conjunction data messages, the events they belong to, and what people decided.

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
grant select, insert, update on ca.conjunction to apsis_runtime;

create function ca.note_removal() returns trigger language plpgsql as $$
begin
  update ca.conjunction_list set version = version + 1, cleared_in = version + 1
  where tenant_id in (select distinct tenant_id from gone);
  return null;
end $$;
create trigger note_removal after delete on ca.conjunction
  referencing old table as gone for each statement execute function ca.note_removal();

create table ca.cdm (
  tenant_id text not null,
  id uuid not null,
  conjunction_id uuid not null,
  originator text not null,
  message_id text not null,
  creation_date timestamptz not null,
  -- Refined.
  tca timestamptz not null,
  received_at timestamptz not null,
  received_by text not null,
  source text not null check (source in ('upload', 'space-track', 'file-drop', 'simulator')),
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
  primary key (tenant_id, id),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
create unique index cdm_message on ca.cdm (tenant_id, originator, message_id);
create index cdm_bytes on ca.cdm (tenant_id, sha256);
create index cdm_newest on ca.cdm (tenant_id, creation_date desc, id);
create index cdm_conjunction on ca.cdm (tenant_id, conjunction_id, creation_date);
alter table ca.cdm enable row level security;
alter table ca.cdm force row level security;
create policy tenant on ca.cdm
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.cdm to apsis_runtime;

-- Which level an event had from when on, and which message made it so. Never changed.
create table ca.level_history (
  tenant_id text not null,
  conjunction_id uuid not null,
  place integer not null,
  at timestamptz not null,
  level smallint not null check (level between 0 and 4),
  cdm_id uuid,
  reason text not null check (reason in ('message', 'time', 'satellite', 'mitigated')),
  primary key (tenant_id, conjunction_id, place),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
alter table ca.level_history enable row level security;
alter table ca.level_history force row level security;
create policy tenant on ca.level_history
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.level_history to apsis_runtime;

-- The decision record: each step with who, when, on which message and why. Never changed.
create table ca.decision_entry (
  tenant_id text not null,
  conjunction_id uuid not null,
  place integer not null,
  id uuid not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  action text not null check (action in ('ACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'CLOSE', 'REOPEN', 'SNOOZE', 'NOTE')),
  cdm_id uuid,
  risk_level smallint not null check (risk_level between 0 and 4),
  probability double precision,
  owner text,
  decision text,
  snoozed_until timestamptz,
  why text not null,
  primary key (tenant_id, conjunction_id, place),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id)
);
alter table ca.decision_entry enable row level security;
alter table ca.decision_entry force row level security;
create policy tenant on ca.decision_entry
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.decision_entry to apsis_runtime;
