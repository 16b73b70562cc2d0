-- By which contacts a satellite can be commanded, as they were found last: until when its events have to be decided follows from them.
-- Contacts that have begun stay for a week, since an event may have been due by one of them.
create table ca.command_window (
  tenant_id text not null,
  satellite_id uuid not null,
  basis text not null check (basis in ('BOOKED', 'COMPUTED', 'NONE')),
  contacts jsonb not null,
  known_until timestamptz,
  found_at timestamptz not null,
  primary key (tenant_id, satellite_id),
  foreign key (tenant_id, satellite_id) references ca.satellite (tenant_id, id)
);
alter table ca.command_window enable row level security;
alter table ca.command_window force row level security;
create policy tenant on ca.command_window
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.command_window to apsis_runtime;
-- Looked after for every organisation that has contacts or ground stations; others join with their first.
alter table ca.contact no force row level security;
alter table ca.ground_station no force row level security;
insert into platform.standing_work (name, tenant_id, every_s)
select 'ca.commit', tenant_id, 60 from (select tenant_id from ca.contact union select tenant_id from ca.ground_station) as known
on conflict do nothing;
alter table ca.contact force row level security;
alter table ca.ground_station force row level security;
