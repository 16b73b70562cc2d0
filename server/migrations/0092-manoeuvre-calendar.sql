-- The address by which a calendar reads the burns of an organisation: its hash, and who made it.
create table ca.manoeuvre_calendar (
  tenant_id text not null,
  -- SHA-256 of the secret part of the address, which is kept nowhere.
  secret_hash bytea not null check (length(secret_hash) = 32),
  created_at timestamptz not null,
  created_by text not null,
  primary key (tenant_id)
);
alter table ca.manoeuvre_calendar enable row level security;
alter table ca.manoeuvre_calendar force row level security;
create policy tenant on ca.manoeuvre_calendar
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.manoeuvre_calendar to apsis_runtime;
