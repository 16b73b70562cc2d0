-- What is done again and again, where messages come from, and the demo.

-- Work that comes back: which worker has the turn, and until when. Held by a lease, so that a lost worker holds nobody up.
create table platform.standing_work (
  name text not null,
  tenant_id text not null,
  every_s integer not null check (every_s > 0),
  taken_at timestamptz not null default '-infinity',
  holder uuid,
  busy_until timestamptz,
  primary key (name, tenant_id)
);
grant select, insert, update, delete on platform.standing_work to apsis_runtime;

-- A source of messages of an organisation: how it went, and what it may do when.
create table ca.feed (
  tenant_id text not null,
  name text not null,
  source text not null check (source in ('space-track', 'file-drop', 'simulator')),
  -- The last time that the source was read, whether or not there was anything new.
  last_success_at timestamptz,
  -- The last time that there was.
  last_message_at timestamptz,
  last_error text,
  last_error_at timestamptz,
  next_at timestamptz,
  -- What the connector has to remember: its budget, its place in the feed.
  memory jsonb not null default '{}',
  created_at timestamptz not null default now(),
  primary key (tenant_id, name)
);
alter table ca.feed enable row level security;
alter table ca.feed force row level security;
create policy tenant on ca.feed
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.feed to apsis_runtime;

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

-- What is simulated may be cleared away; a real message, its event and what people decided stay, whatever a program asks.
create function ca.refuse_to_forget() returns trigger language plpgsql as $$
begin
  if tg_table_name = 'cdm' then
    if old.is_simulated then return old; end if;
  elsif tg_table_name = 'conjunction' then
    if (old.facts ->> 'isSimulated')::boolean then return old; end if;
  elsif exists (
    select 1 from ca.conjunction event
    where event.tenant_id = old.tenant_id and event.id = old.conjunction_id
      and (event.facts ->> 'isSimulated')::boolean
  ) then return old;
  end if;
  raise exception 'only what is simulated may be removed from %.%', tg_table_schema, tg_table_name;
end $$;
create trigger keep_real before delete on ca.cdm for each row execute function ca.refuse_to_forget();
create trigger keep_real before delete on ca.conjunction for each row execute function ca.refuse_to_forget();
create trigger keep_real before delete on ca.level_history for each row execute function ca.refuse_to_forget();
create trigger keep_real before delete on ca.decision_entry for each row execute function ca.refuse_to_forget();
grant delete on ca.cdm, ca.conjunction, ca.level_history, ca.decision_entry to apsis_runtime;
