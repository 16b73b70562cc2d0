-- Links of messages by which an event was acknowledged: each works once.
create schema duty;
grant usage on schema duty to apsis_runtime;

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
