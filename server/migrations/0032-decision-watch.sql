-- What reopens a decided event by itself, that an acknowledgement can be taken back, and what was decided at a handover.

alter table ca.conjunction add column reopen_above double precision;

alter table ca.decision_entry add column reopen_above double precision;
alter table ca.decision_entry add column trigger text check (trigger in ('level', 'probability'));
alter table ca.decision_entry drop constraint decision_entry_action_check;
alter table ca.decision_entry add constraint decision_entry_action_check
  check (action in ('ACKNOWLEDGE', 'UNACKNOWLEDGE', 'ASSIGN', 'DECIDE', 'CLOSE', 'REOPEN', 'SNOOZE', 'NOTE'));

alter table ca.handover add column watching jsonb not null default '[]';
