-- What 0153 meant for tracks that came in before it and did to none: row level security hid them all from it. Their place is where their
-- sensors are now, and null of those of the simulated network, which stays where it is.
-- The owner of the tables writes for all organisations.
alter table odt.observation no force row level security;
alter table odt.sensor no force row level security;
update odt.observation o
set sensor_place = jsonb_build_object('latitude', s.fields -> 'latitude', 'longitude', s.fields -> 'longitude',
  'altitude', s.fields -> 'altitude')
from odt.sensor s where s.tenant_id = o.tenant_id and s.code = o.sensor_code and o.sensor_place is null;
alter table odt.observation force row level security;
alter table odt.sensor force row level security;
