-- A file of which the trouble passes is tried again behind the others, and what came when is known by when it was stored.

alter table ca.import_file add column tried_at timestamptz;

-- Between its arrival and its place in the list a message may wait for minutes. Null: stored before this was kept.
alter table ca.cdm add column stored_at timestamptz;
alter table ca.cdm alter column stored_at set default clock_timestamp();
