-- Collision avoidance: plans of burns, burns that others announced, and burns that nobody did.

-- A plan of an avoidance manoeuvre, or of burns for another end.
create table ca.manoeuvre (
  tenant_id text not null,
  id uuid not null,
  -- Null: a plan of burns of one's own stands on no event and on no message, and is flown from an orbit of the
  -- satellite.
  conjunction_id uuid,
  satellite_id uuid not null,
  -- The message that it stands on.
  cdm_id uuid,
  name text not null,
  state text not null check (state in ('DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED', 'EXECUTED', 'VERIFIED', 'REJECTED',
    'SUPERSEDED', 'EXPIRED', 'ABORTED', 'PARTIAL')),
  version integer not null default 1,
  request jsonb not null,
  -- The burn as the API shows it: its Δv and its time are what was rounded, flown and judged.
  burn jsonb not null,
  -- The propulsion that it was planned with.
  propulsion jsonb not null,
  accepted double precision not null,
  ignition_at timestamptz not null,
  delta_v double precision not null,
  -- Until then a command reaches the satellite.
  commit_at timestamptz not null,
  screening jsonb,
  evaluation jsonb,
  found jsonb,
  -- Subjects and names of everybody who made or changed it.
  editors jsonb not null,
  created_at timestamptz not null,
  approved_at timestamptz,
  approved_by text,
  exported_at timestamptz,
  is_simulated boolean not null,
  -- Plans that stand for choice are one group, in which they are ranked; the first that passes is kept.
  group_id uuid,
  group_rank integer,
  -- From ignition on: which new data of the satellite a plan waits for, and whether it has come (flight rule F15).
  awaited jsonb,
  -- The last contact by which a plan can be commanded, as it was known when the plan was made.
  command jsonb not null default '{"basis": "NONE", "contact": null}',
  -- What data from after a burn say of it, derived by the platform.
  checks jsonb not null default '[]',
  -- The blackouts that stood in its screening when somebody approved it: for them it is not taken back. Null: nobody
  -- has, or none were known.
  approved_blackouts jsonb,
  primary key (tenant_id, id),
  foreign key (tenant_id, conjunction_id) references ca.conjunction (tenant_id, id) on delete cascade,
  -- No file goes out of what nobody has approved.
  constraint approved_first check (exported_at is null or approved_at is not null),
  constraint approved_by_whom check ((approved_at is null) = (approved_by is null)),
  constraint exported_before_flown
    check (state not in ('EXPORTED', 'EXECUTED', 'VERIFIED', 'ABORTED', 'PARTIAL') or exported_at is not null),
  constraint ranked check ((group_id is null) = (group_rank is null)),
  constraint event_and_message check ((conjunction_id is null) = (cdm_id is null))
);
create index manoeuvre_of_event on ca.manoeuvre (tenant_id, conjunction_id);
create index manoeuvre_newest on ca.manoeuvre (tenant_id, created_at desc, id);
create index manoeuvre_open on ca.manoeuvre (tenant_id, commit_at) where state in ('DRAFT', 'SCREENED', 'APPROVED', 'EXPORTED');
create index manoeuvre_group on ca.manoeuvre (tenant_id, group_id, group_rank) where group_id is not null;
create index manoeuvre_flown on ca.manoeuvre (tenant_id, ignition_at) where state in ('EXPORTED', 'EXECUTED');
alter table ca.manoeuvre enable row level security;
alter table ca.manoeuvre force row level security;
create policy tenant on ca.manoeuvre
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.manoeuvre to apsis_runtime;

-- Plans of an event go with it; those of a simulated satellite without an event are cleared away with the demo. A real
-- plan stays, whatever a program asks.
create function ca.keep_real_plan() returns trigger language plpgsql as $$
begin
  if old.is_simulated then return old; end if;
  raise exception 'only what is simulated may be removed from ca.manoeuvre';
end $$;

create trigger keep_real before delete on ca.manoeuvre for each row execute function ca.keep_real_plan();

-- What the platform remembers of its work on a plan: none of it is a part of the plan. A row is made with the plan.
create table ca.manoeuvre_work (
  tenant_id text not null,
  manoeuvre_id uuid not null,
  -- The messages that it was last held against while it waited: changes with each of them.
  watched text not null default '',
  -- What the newest screening of the path was made of: changes with the catalogue and with every ephemeris of the
  -- fleet.
  path_mark text not null default '',
  path_at timestamptz,
  -- The data that the checks were made of: others make them anew.
  checked_mark text not null default '',
  -- The days of storms that were told of a plan by drag, with spaces between them; null: none was.
  notified_storms text,
  -- Since when its burn lies in a contact that it was not approved with; null: it does not.
  contact_since timestamptz,
  -- In how many turns, one after the other, an approved burn could not be held against newer data: told once, however
  -- many workers look after plans, and also where they are started anew meanwhile.
  failed_turns integer not null default 0 check (failed_turns >= 0),
  -- In how many turns, one after the other, the screening of a plan failed, and when the last time: after twelve it
  -- ends, however many workers screen candidates, and also where they are started anew meanwhile. One that failed is
  -- tried behind all others.
  screening_tries integer not null default 0 check (screening_tries >= 0),
  screening_failed_at timestamptz,
  primary key (tenant_id, manoeuvre_id),
  foreign key (tenant_id, manoeuvre_id) references ca.manoeuvre (tenant_id, id) on delete cascade
);
alter table ca.manoeuvre_work enable row level security;
alter table ca.manoeuvre_work force row level security;
create policy tenant on ca.manoeuvre_work
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.manoeuvre_work to apsis_runtime;

-- Every step of a plan. Never changed.
create table ca.manoeuvre_step (
  tenant_id text not null,
  manoeuvre_id uuid not null,
  place integer not null check (place > 0),
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  action text not null check (action in ('CREATE', 'CHANGE', 'MOVE', 'DOWNLOAD')),
  state text not null,
  why text not null,
  detail jsonb not null,
  primary key (tenant_id, manoeuvre_id, place),
  foreign key (tenant_id, manoeuvre_id) references ca.manoeuvre (tenant_id, id) on delete cascade
);
alter table ca.manoeuvre_step enable row level security;
alter table ca.manoeuvre_step force row level security;
create policy tenant on ca.manoeuvre_step
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.manoeuvre_step to apsis_runtime;

-- What an organisation asks of its plans.
create table ca.manoeuvre_policy (
  tenant_id text not null,
  is_second_person_needed boolean not null,
  primary key (tenant_id)
);
alter table ca.manoeuvre_policy enable row level security;
alter table ca.manoeuvre_policy force row level security;
create policy tenant on ca.manoeuvre_policy
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on ca.manoeuvre_policy to apsis_runtime;

-- The address by which a calendar reads the burns of an organisation: its hash, and who made it.
create table ca.manoeuvre_calendar (
  tenant_id text not null,
  -- SHA-256 of the secret part of the address, which is kept nowhere.
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null,
  created_by text not null,
  -- It shows ordered passes as well, where whoever made it may see them.
  has_passes boolean not null default false,
  primary key (tenant_id)
);
alter table ca.manoeuvre_calendar enable row level security;
alter table ca.manoeuvre_calendar force row level security;
create policy tenant on ca.manoeuvre_calendar
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.manoeuvre_calendar to apsis_runtime;

-- Burns that were planned elsewhere and announced: typed in, or read from an OPM or OCM.
create table ca.burn_notice (
  tenant_id text not null,
  id uuid not null,
  norad_id integer not null check (norad_id > 0),
  ignition_at timestamptz not null,
  announced_by text not null,
  source text not null check (source in ('ENTERED', 'OPM', 'OCM')),
  -- Duration, Δv and note, as they were sent.
  fields jsonb not null,
  received_at timestamptz not null,
  received_by text not null,
  primary key (tenant_id, id),
  -- The same burn announced again replaces what was known.
  unique (tenant_id, norad_id, ignition_at, announced_by)
);
create index burn_notice_ignition on ca.burn_notice (tenant_id, ignition_at);
alter table ca.burn_notice enable row level security;
alter table ca.burn_notice force row level security;
create policy tenant on ca.burn_notice
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.burn_notice to apsis_runtime;

-- Burns that element sets show, of own satellites and of the other objects of open events.
create table ca.silent_burn (
  tenant_id text not null,
  norad_id integer not null,
  -- Epochs of the last set before the burn and of the first one behind it.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- A burn that was announced or planned since then may be this one: fits take it in late.
  since_at timestamptz not null,
  delta_v_mps double precision not null,
  direction text not null check (direction in ('along-track', 'against-track', 'cross-track')),
  confidence double precision not null,
  is_simulated boolean not null,
  found_at timestamptz not null,
  -- Null: nobody was told, as it was announced.
  notified_at timestamptz,
  -- False: sets that came later do not show it. It was told, and is kept so that it is not told again where still newer
  -- ones do.
  is_found boolean not null default true,
  -- What shows it: element sets, or tracks of the organisation; then by which track first.
  source text not null default 'ELEMENT_SETS' check (source in ('ELEMENT_SETS', 'TRACKS')),
  observation_id uuid,
  primary key (tenant_id, norad_id, source, to_at)
);
alter table ca.silent_burn enable row level security;
alter table ca.silent_burn force row level security;
create policy tenant on ca.silent_burn
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.silent_burn to apsis_runtime;

-- When the last element set came of each object with which burns were looked for: where none came since, it is not
-- looked at again.
create table ca.silent_look (
  tenant_id text not null,
  norad_id integer not null,
  last_received_at timestamptz not null,
  primary key (tenant_id, norad_id)
);
alter table ca.silent_look enable row level security;
alter table ca.silent_look force row level security;
create policy tenant on ca.silent_look
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.silent_look to apsis_runtime;

-- Up to which arrival of an element set all objects of an organisation were looked at for burns: what came later is
-- asked for.
create table ca.silent_mark (
  tenant_id text not null primary key,
  received_at timestamptz not null
);
alter table ca.silent_mark enable row level security;
alter table ca.silent_mark force row level security;
create policy tenant on ca.silent_mark
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.silent_mark to apsis_runtime;
