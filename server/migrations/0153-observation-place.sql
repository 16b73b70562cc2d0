-- Where its sensor was when a track came in: a track is read from there, also after the sensor was moved. Of earlier tracks it is where
-- their sensors are now, and null of those of the simulated network, which stays where it is.
alter table odt.observation add column sensor_place jsonb;
update odt.observation o
set sensor_place = jsonb_build_object('latitude', s.fields -> 'latitude', 'longitude', s.fields -> 'longitude',
  'altitude', s.fields -> 'altitude')
from odt.sensor s where s.tenant_id = o.tenant_id and s.code = o.sensor_code;
