-- Who is called when nobody acknowledges a critical event, and the events for which the chain runs.
create table duty.plan (
  tenant_id text primary key,
  -- Chain, turns and exceptions as the contract has them; people by their subjects.
  rota jsonb not null,
  version integer not null,
  -- Begin of the gap of which the organisation was told last.
  told_gap_from timestamptz
);
alter table duty.plan enable row level security;
alter table duty.plan force row level security;
create policy tenant on duty.plan
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on duty.plan to apsis_runtime;

create table duty.alarm (
  tenant_id text not null,
  conjunction_id uuid not null,
  raised_at timestamptz not null,
  -- Calls so far, and when and to whom the last one was; without one when the event was raised.
  calls integer not null,
  last_at timestamptz not null,
  last_subject text,
  closed_at timestamptz,
  primary key (tenant_id, conjunction_id, raised_at)
);
-- An event has one chain at a time, whatever is killed in between.
create unique index alarm_open on duty.alarm (tenant_id, conjunction_id) where closed_at is null;
alter table duty.alarm enable row level security;
alter table duty.alarm force row level security;
create policy tenant on duty.alarm
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on duty.alarm to apsis_runtime;
