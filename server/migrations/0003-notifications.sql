-- What people should know, and how far each of them has come with it.
create schema notifications;
grant usage on schema notifications to apsis_runtime;

-- A row without a subject is for everybody of the organisation.
create table notifications.notification (
  tenant_id text not null,
  id uuid not null,
  subject text,
  code integer not null check (code between 0 and 599),
  title text not null,
  message text not null,
  created_at timestamptz not null default now(),
  -- How urgent a notification is, where its code does not say it: an event of the domain is no failed request.
  level text check (level in ('inactive', 'pending', 'ok', 'caution', 'serious', 'critical')),
  -- Whose business it is: the users of one service, or everybody of the organisation.
  audience text not null default 'ca',
  -- What a notification tells, as a code with values, so that a page can say it in the language of its reader.
  finding jsonb,
  -- What it is about: what the organisation was told last of a matter decides what is news.
  matter text,
  -- The path of the page that a notification is about, so that the list leads there as mails and cards do. Null: it is
  -- about no page.
  link text,
  primary key (tenant_id, id)
);
-- With the subject in the index, a list and its total are read without touching the texts.
create index notification_newest on notifications.notification (tenant_id, created_at desc, id) include (subject);
create index notification_matter on notifications.notification (tenant_id, matter, created_at desc) where matter is not null;
alter table notifications.notification enable row level security;
alter table notifications.notification force row level security;
create policy tenant on notifications.notification
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on notifications.notification to apsis_runtime;

-- How far a reader has come with a notification.
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
