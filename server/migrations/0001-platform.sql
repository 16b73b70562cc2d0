-- What every part stands on: who was seen, what was done, which processes live, which effects took place.
create schema platform;
grant usage on schema platform to apsis_runtime;

-- People seen with a good token, by organisation.
create table platform.member (
  tenant_id text not null,
  subject text not null,
  username text not null,
  first_seen timestamptz not null default now(),
  -- Those of the last token that was seen: a person is told only what their roles allow.
  roles text[] not null default '{}',
  -- When somebody used the product last, to the hour: nobody tells us of those who left at the identity provider.
  seen_at timestamptz not null default now(),
  -- To whom a secret of a service account was shown: these persons can do what the account does. Empty for persons.
  held_by text[] not null default '{}',
  -- What a person is called beside their account, as their newest token says: pages and letters name people, not
  -- accounts.
  full_name text check (length(full_name) between 1 and 255),
  primary key (tenant_id, subject)
);
alter table platform.member enable row level security;
alter table platform.member force row level security;
create policy tenant on platform.member
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on platform.member to apsis_runtime;

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
-- What was done to one object, newest first, is asked by its page.
create index audit_object on platform.audit (tenant_id, object, seq desc);
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

-- The database gives place, time and hashes, whatever the writer sends.
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

-- What was answered to a call that came with an Idempotency-Key, for 24 hours, of every call that writes (record 170).
create table platform.kept_answer (
  tenant_id text not null,
  subject text not null,
  -- Method and path of the contract.
  call text not null,
  key text not null,
  -- SHA-256 of what was sent.
  sent_hash bytea not null,
  -- Somebody works on it until then; later, where there is no answer, whoever did has ended.
  work_until timestamptz not null,
  -- A transaction of the work has written something and was committed.
  has_written boolean not null default false,
  -- What the one transaction of the work came to, committed with it: from it the answer can be made again.
  outcome jsonb,
  -- Status, headers and body, sealed: the answer may hold a secret that is shown once.
  answer text,
  created_at timestamptz not null,
  primary key (tenant_id, subject, call, key)
);
create index kept_answer_age on platform.kept_answer (tenant_id, created_at);
alter table platform.kept_answer enable row level security;
alter table platform.kept_answer force row level security;
create policy tenant on platform.kept_answer
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on platform.kept_answer to apsis_runtime;

-- Sessions that ended before their access tokens did.
create table platform.ended_session (
  sid text primary key,
  ended_at timestamptz not null default now()
);
grant select, insert, delete on platform.ended_session to apsis_runtime;

-- Processes that live: readiness, status and the shared allowance of calls are counted from here.
create table platform.process (
  id uuid primary key,
  kind text not null check (kind in ('api', 'worker')),
  started_at timestamptz not null default now(),
  seen_at timestamptz not null default now(),
  -- Where the figures of a process are read from, by others on the same machine: one address has those of all of them.
  machine text,
  pid integer,
  ops_port integer
);
grant select, insert, update, delete on platform.process to apsis_runtime;

-- Work that comes back: which worker has the turn, and until when. A turn is a lease, so that a lost worker holds
-- nobody up.
create table platform.recurring_work (
  name text not null,
  tenant_id text not null,
  every_s integer not null check (every_s > 0),
  taken_at timestamptz not null default '-infinity',
  holder uuid,
  busy_until timestamptz,
  primary key (name, tenant_id)
);
grant select, insert, update, delete on platform.recurring_work to apsis_runtime;

-- Each effect of a job takes place once: its key is written in the transaction of the effect.
create table platform.job_effect (
  effect_key text primary key,
  job_id uuid not null,
  at timestamptz not null default now()
);
grant select, insert on platform.job_effect to apsis_runtime;

-- Each process that its watchdog ended, because its event loop stood still. The thread of the watchdog writes the row
-- just before it ends the process. Rows are kept for 30 days (docs/domain/operation.md).
create table platform.forced_end (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('api', 'worker')),
  at timestamptz not null default clock_timestamp(),
  -- Names of the work that was under way.
  work text[] not null,
  -- Where the loop stood: function, file and line; null where that could not be found out.
  place text,
  -- When the administrators were told of it.
  notified_at timestamptz
);
create index forced_end_at on platform.forced_end (at);
create index forced_end_not_notified on platform.forced_end (id) where notified_at is null;
grant select, insert, delete, update (notified_at) on platform.forced_end to apsis_runtime;

-- How many rows of platform.forced_end were removed: the counter of the metrics counts them, too, and must not go back.
create table platform.forced_end_removed (
  kind text primary key check (kind in ('api', 'worker')),
  ends bigint not null
);
grant select, insert, update on platform.forced_end_removed to apsis_runtime;

-- Public halves of the keys that API processes sign access tokens of service accounts with. The private halves never
-- leave the memory of the process that made them, so that nothing in the database, or in a backup of it, can sign.
create table platform.signing_key (
  kid text primary key,
  jwk jsonb not null,
  -- When the last token that it signed has run out.
  ends_at timestamptz not null
);
grant select, insert, delete on platform.signing_key to apsis_runtime;

-- By what a process recognises the key file that the others use: a keyed hash of nothing secret, from which no key
-- follows.
create table platform.key_mark (
  name text primary key,
  mark text not null
);
grant select, insert on platform.key_mark to apsis_runtime;
