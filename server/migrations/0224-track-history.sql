-- A burn that nobody announced may be shown by tracks of the organisation instead of element sets; then by which track first.
alter table ca.silent_burn
  add column source text not null default 'ELEMENT_SETS' check (source in ('ELEMENT_SETS', 'TRACKS')),
  add column observation_id uuid;
alter table ca.silent_burn drop constraint silent_burn_pkey, add primary key (tenant_id, norad_id, source, to_at);
-- By how much an object was late in each of its tracks beside one orbit, and what follows.
create table odt.track_history (
  tenant_id text not null,
  norad_id integer not null,
  -- When the last track came, or was withdrawn, that was looked at.
  seen_at timestamptz not null,
  looked_at timestamptz not null,
  -- Null: no orbit of before the first track is known.
  history jsonb,
  primary key (tenant_id, norad_id)
);
alter table odt.track_history enable row level security;
alter table odt.track_history force row level security;
create policy tenant on odt.track_history
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on odt.track_history to apsis_runtime;
-- Whoever has tracks has them looked at once.
insert into platform.standing_work (name, tenant_id, every_s)
select 'odt.track-history', tenant_id, 60 from platform.standing_work where name = 'odt.events'
on conflict do nothing;
