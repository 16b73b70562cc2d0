-- What was told because nothing came, or because a decision is due: once each.
create table ca.reminder (
  tenant_id text not null,
  -- What it is about: an event, a feed, or the ephemerides of a satellite.
  matter text not null,
  -- What was told of it, with what it was told by: the hours to the decision, or the last sign of life.
  reminder text not null,
  told_at timestamptz not null,
  primary key (tenant_id, matter, reminder)
);
alter table ca.reminder enable row level security;
alter table ca.reminder force row level security;
create policy tenant on ca.reminder
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, delete on ca.reminder to apsis_runtime;

-- Organisations that have satellites are looked after from now on.
insert into platform.standing_work (name, tenant_id, every_s)
select 'ca.reminder', tenant_id, 60 from platform.standing_work where name = 'ca.fleet-screening'
on conflict do nothing;
