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
create index event_report_newest on ca.event_report (tenant_id, at desc, id);
alter table ca.event_report alter column bundle set storage external;
alter table ca.event_report enable row level security;
alter table ca.event_report force row level security;
create policy tenant on ca.event_report
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
-- No update and no delete: the product itself cannot change what is archived.
grant select, insert on ca.event_report to apsis_runtime;
