-- Burns that element sets show, of own satellites and of the other objects of open events.
create table ca.silent_burn (
  tenant_id text not null,
  norad_id integer not null,
  -- Epochs of the last set before the burn and of the first one behind it.
  from_at timestamptz not null,
  to_at timestamptz not null,
  -- A burn that was announced or planned since then may be this one: fits take it in late.
  since_at timestamptz not null,
  delta_v_mps double precision not null,
  direction text not null check (direction in ('along-track', 'against-track', 'cross-track')),
  confidence double precision not null,
  is_simulated boolean not null,
  found_at timestamptz not null,
  -- Null: nobody was told, as it was announced.
  told_at timestamptz,
  primary key (tenant_id, norad_id, to_at)
);
-- When the last element set came of each object with which burns were looked for: where none came since, it is not looked at again.
create table ca.silent_look (
  tenant_id text not null,
  norad_id integer not null,
  last_received_at timestamptz not null,
  primary key (tenant_id, norad_id)
);
alter table ca.silent_burn enable row level security;
alter table ca.silent_burn force row level security;
create policy tenant on ca.silent_burn
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
alter table ca.silent_look enable row level security;
alter table ca.silent_look force row level security;
create policy tenant on ca.silent_look
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update, delete on ca.silent_burn, ca.silent_look to apsis_runtime;
-- Whoever has satellites has their burns and those of what they meet looked for.
insert into platform.standing_work (name, tenant_id, every_s)
select 'ca.silent-burns', tenant_id, 600 from platform.standing_work where name = 'ca.fleet-screening'
on conflict do nothing;
