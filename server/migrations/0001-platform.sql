-- What every part stands on: who was seen, what was done, which processes live, which effects took place.
create schema platform;
grant usage on schema platform to apsis_runtime;

-- People seen with a good token, by organisation.
create table platform.member (
  tenant_id text not null,
  subject text not null,
  username text not null,
  first_seen timestamptz not null default now(),
  primary key (tenant_id, subject)
);
alter table platform.member enable row level security;
alter table platform.member force row level security;
create policy tenant on platform.member
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on platform.member to apsis_runtime;

-- Append-only record of what was done, chained by hash within each organisation.
create table platform.audit (
  tenant_id text not null,
  seq bigint not null,
  at timestamptz not null,
  actor text not null,
  action text not null,
  object text not null,
  outcome text not null,
  request_id text not null,
  detail jsonb not null,
  prev_hash bytea not null,
  hash bytea not null,
  primary key (tenant_id, seq)
);
alter table platform.audit enable row level security;
alter table platform.audit force row level security;
create policy tenant on platform.audit
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert on platform.audit to apsis_runtime;

create function platform.audit_hash(entry platform.audit) returns bytea
  language sql immutable parallel safe
  set search_path = pg_catalog
  set timezone = 'UTC'
as $$
  select sha256(entry.prev_hash || convert_to(jsonb_build_array(
    entry.tenant_id, entry.seq, to_char(entry.at, 'YYYY-MM-DD"T"HH24:MI:SS.US'), entry.actor, entry.action,
    entry.object, entry.outcome, entry.request_id, entry.detail)::text, 'UTF8'))
$$;

-- Place, time and hashes are the database's to give, whatever the writer sends.
create function platform.chain_audit() returns trigger
  language plpgsql
  set search_path = pg_catalog
as $$
declare
  head platform.audit;
begin
  perform pg_advisory_xact_lock(hashtextextended('audit:' || new.tenant_id, 0));
  select * into head from platform.audit where tenant_id = new.tenant_id order by seq desc limit 1;
  new.seq := coalesce(head.seq, 0) + 1;
  new.at := clock_timestamp();
  new.prev_hash := coalesce(head.hash, '\x'::bytea);
  new.hash := platform.audit_hash(new);
  return new;
end
$$;
create trigger chain before insert on platform.audit for each row execute function platform.chain_audit();

-- Each effect of a job takes place once: its key is written in the transaction of the effect.
create table platform.job_effect (
  effect_key text primary key,
  job_id uuid not null,
  at timestamptz not null default now()
);
grant select, insert on platform.job_effect to apsis_runtime;

-- Processes that live: readiness, status and the shared allowance of calls are counted from here.
create table platform.process (
  id uuid primary key,
  kind text not null check (kind in ('api', 'worker')),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now()
);
grant select, insert, update, delete on platform.process to apsis_runtime;

-- Sessions that ended before their access tokens did.
create table platform.ended_session (
  sid text primary key,
  ended_at timestamptz not null default now()
);
grant select, insert, delete on platform.ended_session to apsis_runtime;
