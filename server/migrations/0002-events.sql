-- The stream of changes of each organisation, which open pages listen to.
create schema events;
grant usage on schema events to apsis_runtime;

-- The row lock of the cursor makes the order of ids the order of commits, so that a listener who has seen an id has
-- seen every smaller one.
create table events.cursor (
  tenant_id text primary key,
  last bigint not null
);
alter table events.cursor enable row level security;
alter table events.cursor force row level security;
create policy tenant on events.cursor
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on events.cursor to apsis_runtime;

-- A change, and whom it is for.
create table events.event (
  tenant_id text not null,
  id bigint not null,
  subject text,
  type text not null,
  data jsonb not null,
  created_at timestamptz not null default now(),
  -- Whose business it is: the users of one service, or everybody of the organisation.
  audience text not null default 'ca',
  primary key (tenant_id, id)
);
alter table events.event enable row level security;
alter table events.event force row level security;
create policy tenant on events.event
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on events.event to apsis_runtime;
