-- A file of an organisation's own that was sent by mistake is withdrawn: when, by whom and why. It stays, and counts for nothing. What a request
-- brought is never withdrawn.
alter table odt.observation
  add column withdrawn_at timestamptz,
  add column withdrawn_by text,
  add column withdrawn_by_name text,
  add column withdrawn_reason text;
-- No row is withdrawn yet: the rows that there are need not be read, which would keep everybody from the table meanwhile.
alter table odt.observation
  add constraint withdrawn_is_whole check (num_nulls(withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) in (0, 4)) not valid,
  add constraint withdrawn_is_own check (withdrawn_at is null or request_id is null) not valid;
grant update (withdrawn_at, withdrawn_by, withdrawn_by_name, withdrawn_reason) on odt.observation to apsis_runtime;

-- A message of the organisation that holds such a file stays as well, and drives nothing any more.
alter table ca.cdm add column withdrawn_at timestamptz;
alter table ca.level_history drop constraint level_history_reason_check;
alter table ca.level_history add constraint level_history_reason_check
  check (reason in ('message', 'time', 'satellite', 'mitigated', 'screening', 'withdrawal')) not valid;
