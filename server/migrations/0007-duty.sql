-- Who is called when nobody acknowledges a critical event, and what became of the calls.
create schema duty;
grant usage on schema duty to apsis_runtime;

-- Who is called, in which order and when.
create table duty.plan (
  tenant_id text primary key,
  -- Chain, turns and exceptions as the contract has them; people by their subjects.
  rota jsonb not null,
  version integer not null,
  -- Every gap of the rota of which the organisation was told: step, from, until, holder.
  notified_gaps jsonb not null default '[]'
);
alter table duty.plan enable row level security;
alter table duty.plan force row level security;
create policy tenant on duty.plan
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on duty.plan to apsis_runtime;

-- The events for which the chain of calls runs.
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

-- What the on-call system was told of an event last: an alarm there is open, somebody has taken it, or it is over.
create table duty.page (
  tenant_id text not null,
  conjunction_id uuid not null,
  state text not null check (state in ('trigger', 'acknowledge', 'resolve')),
  -- When the alarm was opened last: an acknowledgement from before is about an earlier one.
  triggered_at timestamptz not null,
  -- When the alarm before was over: until then it was open, or somebody had taken it. An acknowledgement that comes
  -- from about that time may be about the one before.
  ended_at timestamptz,
  primary key (tenant_id, conjunction_id)
);
create index page_open on duty.page (tenant_id) where state <> 'resolve';
alter table duty.page enable row level security;
alter table duty.page force row level security;
create policy tenant on duty.page
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on duty.page to apsis_runtime;

-- Links of messages by which an event was acknowledged: each works once.
create table duty.used_link (
  tenant_id text not null,
  delivery_id uuid not null,
  at timestamptz not null,
  by_name text not null,
  primary key (tenant_id, delivery_id)
);
alter table duty.used_link enable row level security;
alter table duty.used_link force row level security;
create policy tenant on duty.used_link
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on duty.used_link to apsis_runtime;
