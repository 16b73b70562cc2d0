-- Past events of a satellite from before its messages came here: a table (CSV) that somebody has loaded, as it came.
create table ca.loaded_history (
  tenant_id text not null,
  satellite_id uuid not null,
  loaded_at timestamptz not null,
  original bytea not null,
  primary key (tenant_id, satellite_id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id) on delete cascade
);
alter table ca.loaded_history enable row level security;
alter table ca.loaded_history force row level security;
create policy tenant on ca.loaded_history
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.loaded_history to apsis_runtime;
