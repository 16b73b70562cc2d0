-- A decision to wait carries the time of the next look, and every decision the TCA that it was made on.

alter table ca.conjunction add column look_again_at timestamptz;
alter table ca.conjunction add column decided_tca timestamptz;

alter table ca.decision_entry add column look_again_at timestamptz;
alter table ca.decision_entry drop constraint decision_entry_trigger_check;
alter table ca.decision_entry add constraint decision_entry_trigger_check
  check (trigger in ('level', 'probability', 'look', 'message-late', 'tca-moved'));

-- What was decided before gets an end: half of the time that is left to decide, ten hours at most; and what is at or above what its
-- satellite accepts reopens on any rise by a fifth.
alter table ca.conjunction no force row level security;
update ca.conjunction set
  decided_tca = tca,
  reopen_above = case
    when (facts ->> 'isBeyondAccepted')::boolean
      and (facts #>> '{conjunctionData,probabilityOfCollision}')::float8 * 1.2 < coalesce(reopen_above, 1)
    then (facts #>> '{conjunctionData,probabilityOfCollision}')::float8 * 1.2
    else reopen_above end,
  look_again_at = case
    when tca > now() and decision ->> 'state' = 'DECIDED'
      and decision ->> 'decision' in ('MONITOR', 'REQUEST_TRACKING', 'COORDINATE')
    then now() + least(interval '10 hours', (
      case when coalesce((facts #>> '{commit,at}')::timestamptz, tca - (facts ->> 'commitHours')::float8 * interval '1 hour') > now()
        then coalesce((facts #>> '{commit,at}')::timestamptz, tca - (facts ->> 'commitHours')::float8 * interval '1 hour')
        else tca end - now()) / 2)
    end
where decided_level is not null;
alter table ca.conjunction force row level security;
