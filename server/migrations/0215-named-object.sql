-- The catalogue number of the object that a track names: PARTICIPANT_2 of a TDM, the satellite of an OEM. After a burn a track is of nothing that
-- a catalogue knows, and what it names was looked for in its text.
alter table odt.observation add column named_norad_id integer;
create index observation_named on odt.observation (tenant_id, named_norad_id, starts_at) where named_norad_id is not null;
-- The owner of the tables writes for all organisations.
alter table odt.observation no force row level security;
update odt.observation set named_norad_id = case
    when sensor_code = 'GPS/POD' then (reports #>> '{ANGULAR_DISTANCE,positions,catalogueId}')::integer
    else substring(tdm from 'PARTICIPANT_2 *= *0*([0-9]{1,9})[[:space:]]')::integer end;
alter table odt.observation force row level security;
