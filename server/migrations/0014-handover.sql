-- Notes from one shift to the next, and who has read them. Never changed.

create table ca.handover (
  tenant_id text not null,
  id uuid not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  text text not null,
  primary key (tenant_id, id)
);
create index handover_newest on ca.handover (tenant_id, at desc, id);
alter table ca.handover enable row level security;
alter table ca.handover force row level security;
create policy tenant on ca.handover
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.handover to apsis_runtime;

create table ca.handover_reading (
  tenant_id text not null,
  handover_id uuid not null,
  by_subject text not null,
  by_name text not null,
  at timestamptz not null,
  primary key (tenant_id, handover_id, by_subject),
  foreign key (tenant_id, handover_id) references ca.handover (tenant_id, id)
);
alter table ca.handover_reading enable row level security;
alter table ca.handover_reading force row level security;
create policy tenant on ca.handover_reading
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on ca.handover_reading to apsis_runtime;
