-- A situation report goes at the times that a person has chosen, also where nothing has changed. Null: none is wanted.
alter table delivery.rules add column report_due_at timestamptz;
create index rules_report_due on delivery.rules (tenant_id, report_due_at) where report_due_at is not null;

alter table delivery.delivery drop constraint delivery_kind_check;
alter table delivery.delivery add constraint delivery_kind_check
  check (kind in ('notice', 'test', 'confirmation', 'channel', 'trigger', 'acknowledge', 'resolve', 'digest', 'situation-report'));
