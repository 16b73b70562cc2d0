-- What a person has chosen about notices: which, by what, and when.
create table delivery.rules (
  tenant_id text not null,
  subject text not null,
  settings jsonb not null,
  version integer not null,
  primary key (tenant_id, subject)
);
alter table delivery.rules enable row level security;
alter table delivery.rules force row level security;
create policy tenant on delivery.rules
  using (tenant_id = nullif(current_setting('app.tenant', true), ''))
  with check (tenant_id = nullif(current_setting('app.tenant', true), ''));
grant select, insert, update on delivery.rules to apsis_runtime;

-- What a receiver has been told of a matter decides whether more is said.
create index delivery_matter on delivery.delivery (tenant_id, matter) where matter is not null;

-- What the organisation was told last of a matter decides what is news.
alter table notifications.notification add column matter text;
create index notification_matter on notifications.notification (tenant_id, matter, created_at desc) where matter is not null;
