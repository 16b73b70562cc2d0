-- By how much the object of a track passed later than predicted, s; null: of no object beyond doubt. Older tracks keep none.
alter table odt.observation add column offset_s double precision;
create index observation_offsets on odt.observation (tenant_id, starts_at) where offset_s is not null;
