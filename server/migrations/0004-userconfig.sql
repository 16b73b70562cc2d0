-- Settings of persons.
create schema userconfig;
grant usage on schema userconfig to apsis_runtime;

-- One row per person and service (spec §3).
create table userconfig.userconfig (
  tenant_id text not null,
  subject text not null,
  service text not null check (service in ('ca', 'odt')),
  settings jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  -- Views of the list of conjunctions that a person has saved under names, beside their settings of collision
  -- avoidance. Settings of tracking have none.
  conjunction_views jsonb not null default '[]',
  primary key (tenant_id, subject, service)
);
alter table userconfig.userconfig enable row level security;
alter table userconfig.userconfig force row level security;
create policy tenant on userconfig.userconfig
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on userconfig.userconfig to apsis_runtime;
