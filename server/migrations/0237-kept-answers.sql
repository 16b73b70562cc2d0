-- What was answered to a call that came with an Idempotency-Key, for 24 hours, of every call that writes (record 170). Before, the calls
-- of payments alone kept theirs, in a table of their own.
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
drop table payments.answer;
