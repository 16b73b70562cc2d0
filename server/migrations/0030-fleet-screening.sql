-- When the fleet of an organisation was last screened by the clock, against what, and what came of it.
create table ca.fleet_screening (
  tenant_id text not null,
  line text not null check (line in ('CAT', 'CDM')),
  asked_at timestamptz not null,
  -- Null: it could not be asked for, and error says why.
  screening_id uuid,
  -- Newest element set of the catalogue that it was asked with.
  catalogue_epoch timestamptz,
  error text,
  primary key (tenant_id, line)
);
alter table ca.fleet_screening enable row level security;
alter table ca.fleet_screening force row level security;
create policy tenant on ca.fleet_screening
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.fleet_screening to apsis_runtime;

-- Organisations that have satellites already; the others come onto the list with their first one. The owner is bound by the
-- policy like everybody else and would see none of them, so it is lifted while they are read.
alter table ca.satellite no force row level security;
insert into platform.standing_work (name, tenant_id, every_s)
select distinct 'ca.fleet-screening', tenant_id, 60 from ca.satellite where deleted_at is null
on conflict do nothing;
alter table ca.satellite force row level security;
