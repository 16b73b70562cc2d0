-- Tracks of after a burn are looked for every few seconds, for each plan that was flown.
create index observation_start on odt.observation (tenant_id, starts_at);
