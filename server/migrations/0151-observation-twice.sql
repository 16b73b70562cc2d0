-- Whether a track was there before is asked of each track that may change an event.
create index observation_twice on odt.observation (tenant_id, sensor_code, starts_at);
