-- Ways to persons outside the application, what is on its way to them, and every try. A person is told only what their roles
-- allow: those of the last token that was seen are kept.
alter table platform.member add column roles text[] not null default '{}';
grant update on platform.member to apsis_runtime;

create schema delivery;
grant usage on schema delivery to apsis_runtime;

-- An address or URL that a person has given. It stays when it is taken out of the settings, for the record of what was sent.
create table delivery.receiver (
  tenant_id text not null,
  id uuid not null,
  subject text not null,
  channel text not null check (channel in ('email', 'msteams', 'slack', 'webhook')),
  -- Keyed hash by which the same target is recognised; the target itself is sealed.
  target_key text not null,
  target text not null,
  -- What may be shown: no secret is in it.
  shown text not null,
  -- Statuses selected, by service: {"ca": ["CANCELLED"]}. Empty: the person has taken it out of all settings.
  services jsonb not null,
  created_at timestamptz not null,
  -- When its owner said that they want it; null: nothing but the question is sent there.
  confirmed_at timestamptz,
  confirm_nonce text,
  confirm_asked_at timestamptz,
  suspended_at timestamptz,
  suspended_reason text,
  failures integer not null default 0,
  failing_since timestamptz,
  -- Left alone until then, after many failures in a row.
  open_until timestamptz,
  last_tried_at timestamptz,
  last_delivered_at timestamptz,
  last_result text,
  last_status integer,
  last_answer text,
  last_ms integer,
  -- Which of the derived signing secrets holds, and until when the one before does.
  secret_generation integer not null default 1,
  old_secret_ends_at timestamptz,
  primary key (tenant_id, id),
  unique (tenant_id, subject, channel, target_key)
);
alter table delivery.receiver enable row level security;
alter table delivery.receiver force row level security;
create policy tenant on delivery.receiver
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.receiver to apsis_runtime;

-- The outbox: written in the transaction of the cause, one row for each receiver.
create table delivery.delivery (
  tenant_id text not null,
  -- The id that the receiver sees, the same with every try.
  id uuid not null,
  place bigint generated always as identity,
  receiver_id uuid not null,
  kind text not null check (kind in ('notice', 'test', 'confirmation', 'channel')),
  -- The notification as the API shows it.
  notification jsonb not null,
  notification_id uuid not null,
  -- What it is about: deliveries of one matter to one receiver keep their order.
  matter text,
  -- Path of its page in the application.
  link text,
  is_critical boolean not null,
  state text not null check (state in ('waiting', 'delivered', 'dead', 'cancelled')),
  reason text,
  tries integer not null default 0,
  -- Tries since it was last asked for; a replay begins the schedule anew.
  round_tries integer not null default 0,
  next_at timestamptz,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, id),
  foreign key (tenant_id, receiver_id) references delivery.receiver (tenant_id, id)
);
create index delivery_due on delivery.delivery (tenant_id, next_at) where state = 'waiting';
create index delivery_queue on delivery.delivery (tenant_id, receiver_id, place) where state = 'waiting';
create index delivery_newest on delivery.delivery (tenant_id, receiver_id, place desc);
create index delivery_notification on delivery.delivery (tenant_id, notification_id);
alter table delivery.delivery enable row level security;
alter table delivery.delivery force row level security;
create policy tenant on delivery.delivery
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.delivery to apsis_runtime;

-- Written before each try and completed after it: a try without an end may have arrived.
create table delivery.attempt (
  tenant_id text not null,
  delivery_id uuid not null,
  number integer not null,
  started_at timestamptz not null,
  ended_at timestamptz,
  result text,
  status integer,
  answer text,
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references delivery.delivery (tenant_id, id)
);
alter table delivery.attempt enable row level security;
alter table delivery.attempt force row level security;
create policy tenant on delivery.attempt
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.attempt to apsis_runtime;
