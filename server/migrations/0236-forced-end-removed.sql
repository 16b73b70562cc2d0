-- Rows of platform.forced_end are kept for 30 days (record 161). How many were removed is kept here for the counter of the metrics,
-- which must not go back.
create table platform.forced_end_removed (
  kind text primary key check (kind in ('api', 'worker')),
  ends bigint not null
);
grant select, insert, update on platform.forced_end_removed to apsis_runtime;
grant delete on platform.forced_end to apsis_runtime;
