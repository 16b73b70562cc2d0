-- What screenings of the organisation's own orbits say of its events, beside the messages.

-- Covariances of both objects, and what follows from them; null where one of them is that of a class of orbits.
alter table screening.encounter add column assessed jsonb;

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
  line text not null check (line in ('CAT', 'CDM', 'OPS')),
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

alter table ca.level_history drop constraint level_history_reason_check;
alter table ca.level_history add constraint level_history_reason_check
  check (reason in ('message', 'time', 'satellite', 'mitigated', 'screening'));
