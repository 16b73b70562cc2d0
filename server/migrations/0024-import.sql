-- Files of messages that are taken in while nobody waits. The bytes lie here until they are read, so that any worker can go on.

create table ca.import (
  tenant_id text not null,
  id uuid not null,
  at timestamptz not null,
  by_subject text not null,
  by_name text not null,
  ended_at timestamptz,
  primary key (tenant_id, id)
);
create index import_newest on ca.import (tenant_id, at desc, id);

create table ca.import_file (
  tenant_id text not null,
  import_id uuid not null,
  place integer not null,
  name text not null,
  bytes integer not null,
  state text not null default 'MISSING' check (state in ('MISSING', 'WAITING', 'DONE')),
  arrived_at timestamptz,
  content bytea,
  messages integer not null default 0,
  primary key (tenant_id, import_id, place),
  foreign key (tenant_id, import_id) references ca.import (tenant_id, id) on delete cascade
);
create index import_file_waiting on ca.import_file (tenant_id, arrived_at) where state = 'WAITING';

create table ca.import_row (
  tenant_id text not null,
  import_id uuid not null,
  place integer not null,
  number integer not null,
  name text not null,
  status text not null check (status in ('accepted', 'duplicate', 'refused')),
  cdm_id uuid,
  conjunction_id uuid,
  message_id text,
  risk_level text,
  errors jsonb not null,
  primary key (tenant_id, import_id, place, number),
  foreign key (tenant_id, import_id, place) references ca.import_file (tenant_id, import_id, place) on delete cascade
);

do $$
declare
  name text;
begin
  foreach name in array array['ca.import', 'ca.import_file', 'ca.import_row'] loop
    execute format('alter table %s enable row level security', name);
    execute format('alter table %s force row level security', name);
    execute format(
      'create policy tenant on %s using (tenant_id = nullif(current_setting(''app.tenant'', true), ''''))
        with check (tenant_id = nullif(current_setting(''app.tenant'', true), ''''))', name);
    execute format('grant select, insert, update, delete on %s to apsis_runtime', name);
  end loop;
end
$$;
