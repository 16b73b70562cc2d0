-- Ways to persons outside the application, what is on its way to them, and every try.
create schema delivery;
grant usage on schema delivery to apsis_runtime;

-- An address or URL that a person has given. It stays when it is taken out of the settings, for the record of what was
-- sent. A receiver of the organisation itself has no person (subject ''): the on-call system that it pages for critical
-- events, and the bridge by which it calls. The number of a telephone and its ways are sealed.
create table delivery.receiver (
  tenant_id text not null,
  id uuid not null,
  subject text not null,
  channel text not null check (channel in ('email', 'msteams', 'slack', 'webhook', 'paging', 'phone')),
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
  -- Its last question went to the simulator: a confirmation by a simulated mail or call says nothing of its owner, and
  -- does not hold once mails and calls really go out.
  asked_in_simulator boolean not null default false,
  -- When it was confirmed there; null: never, or its owner has confirmed it since.
  simulated_at timestamptz,
  -- When its owner resumed a receiver last: a mail of before that comes back later says nothing of it.
  resumed_at timestamptz,
  -- A keyed hash of the address without what stands behind a + in it: who is asked to confirm an address is a stranger,
  -- and how often an address is asked counts by it.
  base_key text,
  primary key (tenant_id, id),
  unique (tenant_id, subject, channel, target_key)
);
create index receiver_base on delivery.receiver (tenant_id, base_key) where base_key is not null;
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
  -- A digest is of notices that wait to be sent together, once a day.
  kind text not null
    check (kind in ('notice', 'test', 'confirmation', 'channel', 'trigger', 'acknowledge', 'resolve', 'digest', 'situation-report')),
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
-- What a receiver has been told of a matter decides whether more is said.
create index delivery_matter on delivery.delivery (tenant_id, matter) where matter is not null;
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
  -- After an interruption a letter is written alone, and while it is being written its try is marked: a marked try that
  -- has no end was ended by its letter, whatever ended the process that sent it.
  is_writing boolean not null default false,
  primary key (tenant_id, delivery_id, number),
  foreign key (tenant_id, delivery_id) references delivery.delivery (tenant_id, id)
);
alter table delivery.attempt enable row level security;
alter table delivery.attempt force row level security;
create policy tenant on delivery.attempt
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.attempt to apsis_runtime;

-- What a person has chosen about notices: which, by what, and when.
create table delivery.rules (
  tenant_id text not null,
  subject text not null,
  settings jsonb not null,
  version integer not null,
  -- A situation report goes at the times that a person has chosen, also where nothing has changed. Null: none is
  -- wanted.
  report_due_at timestamptz,
  primary key (tenant_id, subject)
);
create index rules_report_due on delivery.rules (tenant_id, report_due_at) where report_due_at is not null;
alter table delivery.rules enable row level security;
alter table delivery.rules force row level security;
create policy tenant on delivery.rules
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.rules to apsis_runtime;
