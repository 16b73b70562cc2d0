-- Up to which arrival of an element set all objects of an organisation were looked at for burns: what came later is asked for.
create table ca.silent_mark (
  tenant_id text not null primary key,
  received_at timestamptz not null
);
alter table ca.silent_mark enable row level security;
alter table ca.silent_mark force row level security;
create policy tenant on ca.silent_mark
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.silent_mark to apsis_runtime;
create index own_set_received on tle.own_set (tenant_id, received_at);
-- False: sets that came later do not show it. It was told, and is kept so that it is not told again where still newer ones do.
alter table ca.silent_burn add column is_found boolean not null default true;
