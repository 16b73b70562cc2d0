-- Weather in space: indices of solar and geomagnetic activity. They belong to nobody and are the same for every
-- organisation.
create schema weather;
grant usage on schema weather to apsis_runtime;

-- What is known of each source, and when it may be asked again.
create table weather.source (
  name text primary key check (name in ('indices', 'solar', 'dst')),
  -- Raised with each new answer.
  version integer not null default 0,
  host text,
  received_at timestamptz,
  -- No download before this. It is moved before a download begins, so that a worker that dies has used its turn.
  next_at timestamptz not null default '-infinity',
  outcome text,
  etag text,
  last_modified text
);
insert into weather.source (name) values ('indices'), ('solar'), ('dst');
grant select, update on weather.source to apsis_runtime;

-- An index of a day.
create table weather.day_value (
  day date not null,
  index_name text not null,
  value double precision not null,
  kind text not null check (kind in ('issued', 'nowcast', 'forecast')),
  primary key (day, index_name)
);
grant select, insert, update, delete on weather.day_value to apsis_runtime;

-- When a stormy day was first known to be one: what was computed before did not know it.
create table weather.storm (
  day date primary key,
  known_at timestamptz not null
);
grant select, insert, delete on weather.storm to apsis_runtime;
