-- What people should know. A row without a subject is for everybody of the organisation; how far each reader has
-- come with it is kept per reader.
create schema notifications;
grant usage on schema notifications to apsis_runtime;

create table notifications.notification (
  tenant_id text not null,
  id uuid not null,
  subject text,
  code integer not null check (code between 0 and 599),
  title text not null,
  message text not null,
  created_at timestamptz not null default now(),
  primary key (tenant_id, id)
);
-- With the subject in the index, a list and its total are read without touching the texts.
create index notification_newest on notifications.notification (tenant_id, created_at desc, id) include (subject);
alter table notifications.notification enable row level security;
alter table notifications.notification force row level security;
create policy tenant on notifications.notification
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on notifications.notification to apsis_runtime;

create table notifications.reading (
  tenant_id text not null,
  notification_id uuid not null,
  subject text not null,
  -- Position in the ascending list of states: fresh 0, unread 1, read 2, hidden 3.
  state smallint not null check (state between 0 and 3),
  primary key (tenant_id, subject, notification_id) include (state),
  foreign key (tenant_id, notification_id) references notifications.notification (tenant_id, id) on delete cascade
);
alter table notifications.reading enable row level security;
alter table notifications.reading force row level security;
create policy tenant on notifications.reading
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on notifications.reading to apsis_runtime;
