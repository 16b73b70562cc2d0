-- Collision avoidance: files of messages, loaded histories, and the demo.

-- Files of messages that are taken in while nobody waits.
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
alter table ca.import enable row level security;
alter table ca.import force row level security;
create policy tenant on ca.import
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.import to apsis_runtime;

-- The bytes lie here until they are read, so that any worker can go on.
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
  -- A file of which the trouble passes is tried again behind the others.
  tried_at timestamptz,
  primary key (tenant_id, import_id, place),
  foreign key (tenant_id, import_id) references ca.import (tenant_id, id) on delete cascade
);
create index import_file_waiting on ca.import_file (tenant_id, arrived_at) where state = 'WAITING';
alter table ca.import_file enable row level security;
alter table ca.import_file force row level security;
create policy tenant on ca.import_file
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.import_file to apsis_runtime;

-- What became of each message of a file.
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
alter table ca.import_row enable row level security;
alter table ca.import_row force row level security;
create policy tenant on ca.import_row
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.import_row to apsis_runtime;

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

-- The demo that an organisation has open.
create table ca.demo (
  tenant_id text not null,
  seed bigint not null check (seed between 0 and 4294967295),
  opened_at timestamptz not null,
  opened_by text not null,
  -- Everything created up to then was sent.
  sent_until timestamptz not null default '-infinity',
  primary key (tenant_id)
);
alter table ca.demo enable row level security;
alter table ca.demo force row level security;
create policy tenant on ca.demo
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.demo to apsis_runtime;
