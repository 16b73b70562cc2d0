-- Burns that were planned elsewhere and announced: typed in, or read from an OPM or OCM.
create table ca.burn_notice (
  tenant_id text not null,
  id uuid not null,
  norad_id integer not null,
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
