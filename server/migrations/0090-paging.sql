-- A receiver of the organisation itself has no person (subject ''): the on-call system that it pages for critical events.
alter table delivery.receiver drop constraint receiver_channel_check;
alter table delivery.receiver add constraint receiver_channel_check
  check (channel in ('email', 'msteams', 'slack', 'webhook', 'paging'));
alter table delivery.delivery drop constraint delivery_kind_check;
alter table delivery.delivery add constraint delivery_kind_check
  check (kind in ('notice', 'test', 'confirmation', 'channel', 'trigger', 'acknowledge', 'resolve'));

-- What the on-call system was told of an event last: an alarm there is open, somebody has taken it, or it is over.
create table duty.page (
  tenant_id text not null,
  conjunction_id uuid not null,
  state text not null check (state in ('trigger', 'acknowledge', 'resolve')),
  -- When the alarm was opened last: an acknowledgement from before is about an earlier one.
  triggered_at timestamptz not null,
  primary key (tenant_id, conjunction_id)
);
create index page_open on duty.page (tenant_id) where state <> 'resolve';
alter table duty.page enable row level security;
alter table duty.page force row level security;
create policy tenant on duty.page
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on duty.page to apsis_runtime;
