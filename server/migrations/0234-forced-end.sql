-- Each process that its watchdog ended, because its event loop stood still. The thread of the watchdog writes the row just before it
-- ends the process. Rows stay: they are what the counter of the metrics counts, and a counter must not go back.
create table platform.forced_end (
  id bigint generated always as identity primary key,
  kind text not null check (kind in ('api', 'worker')),
  at timestamptz not null default clock_timestamp(),
  -- Names of the work that was under way.
  work text[] not null,
  -- Where the loop stood: function, file and line; null where that could not be found out.
  place text,
  -- When the administrators were told of it.
  told_at timestamptz
);
create index forced_end_at on platform.forced_end (at);
create index forced_end_untold on platform.forced_end (id) where told_at is null;
grant select, insert, update (told_at) on platform.forced_end to apsis_runtime;
