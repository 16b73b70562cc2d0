-- Networks of sensors that take orders over HTTP, and what was said between them and us.
create table odt.provider (
  tenant_id text not null,
  id text not null,
  -- What its call-back address and its secrets are derived from: one that is made anew under the same id has others.
  key uuid not null,
  name text not null,
  -- Sealed: an address may open something.
  url text not null,
  is_test boolean not null,
  is_enabled boolean not null,
  -- Which of the derived signing secrets holds, 0 for none, and until when the one before does.
  secret_generation integer not null default 0,
  old_secret_ends_at timestamptz,
  last_tried_at timestamptz,
  last_delivered_at timestamptz,
  last_heard_at timestamptz,
  last_result text,
  last_status integer,
  created_at timestamptz not null,
  version integer not null default 1,
  primary key (tenant_id, id),
  unique (tenant_id, key)
);
alter table odt.provider enable row level security;
alter table odt.provider force row level security;
create policy tenant on odt.provider
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.provider to apsis_runtime;

-- What is sent is written in the transaction of its cause; what came is written in the transaction of its effect.
create table odt.provider_message (
  tenant_id text not null,
  provider_key uuid not null,
  direction text not null check (direction in ('sent', 'received')),
  -- The webhook-id, the same with every try.
  id text not null,
  place bigint generated always as identity,
  pass_id uuid not null,
  type text not null,
  -- What is sent; of what came its hash, by which a copy is told from another message under the same id.
  body text,
  body_hash text,
  state text not null check (state in ('waiting', 'done', 'failed', 'withdrawn')),
  tries integer not null default 0,
  next_at timestamptz,
  -- After it nothing is sent any more.
  expires_at timestamptz,
  result text,
  status integer,
  detail text,
  -- What was answered, so that a copy gets the same.
  answer jsonb,
  created_at timestamptz not null,
  ended_at timestamptz,
  primary key (tenant_id, provider_key, direction, id)
);
create index provider_message_due on odt.provider_message (tenant_id, place) where state = 'waiting';
create index provider_message_newest on odt.provider_message (tenant_id, provider_key, place desc);
create index provider_message_of_pass on odt.provider_message (tenant_id, pass_id);
alter table odt.provider_message enable row level security;
alter table odt.provider_message force row level security;
create policy tenant on odt.provider_message
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.provider_message to apsis_runtime;
