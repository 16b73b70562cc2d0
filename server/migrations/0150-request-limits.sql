-- How high and for how long an object has to be observed; null: as the sensors say.
alter table odt.request
  add column minimum_elevation double precision check (minimum_elevation between 0 and 90),
  add column minimum_duration integer check (minimum_duration >= 0);
