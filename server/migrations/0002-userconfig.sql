-- User configuration of every service, one row per person and service (spec §3).
create schema userconfig;
grant usage on schema userconfig to apsis_runtime;

create table userconfig.userconfig (
  tenant_id text not null,
  subject text not null,
  service text not null check (service in ('ca', 'odt')),
  settings jsonb not null,
  version integer not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant_id, subject, service)
);
alter table userconfig.userconfig enable row level security;
alter table userconfig.userconfig force row level security;
create policy tenant on userconfig.userconfig
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on userconfig.userconfig to apsis_runtime;
