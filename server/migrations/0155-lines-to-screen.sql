-- The screenings that a file is still to be ordered: against the catalogue, against the objects of events. Written with the file, and
-- taken out by the transaction that orders one, so that a process that ends in between leaves no file that counts as screened.
alter table ca.ephemeris add column lines_to_screen text[] not null default '{}'
  check (lines_to_screen <@ '{CAT,CDM}'::text[]);
-- When they were asked for last.
alter table ca.ephemeris add column lines_asked_at timestamptz;
create index ephemeris_to_screen on ca.ephemeris (tenant_id, lines_asked_at) where lines_to_screen <> '{}';
-- The screenings of one file, which are looked for whenever one of its lines may be missing, and below for every file.
create index screening_of_file on ca.screening (tenant_id, ephemeris_id) where ephemeris_id is not null;
-- The owner of the tables writes for all organisations.
alter table ca.ephemeris no force row level security;
alter table ca.screening no force row level security;
alter table ca.screening_object no force row level security;
alter table screening.screening no force row level security;
-- Of earlier files: both where none was ordered and none has said why, and of a candidate that would become operational whichever is missing.
update ca.ephemeris e set lines_to_screen = missing.lines, lines_asked_at = now()
from (
  select tenant_id, id, array(
    select line from unnest('{CAT,CDM}'::text[]) as line where not exists (
      select from ca.screening c join screening.screening s on s.tenant_id = c.tenant_id and s.id = c.screening_id
      where c.tenant_id = f.tenant_id and c.ephemeris_id = f.id and s.type like '%_VS_' || line)) as lines
  from ca.ephemeris f
) missing
where missing.tenant_id = e.tenant_id and missing.id = e.id and e.active and e.state = 'VALID' and e.usable_stop_at > now()
  and (e.kind = 'CANDIDATE' and e.auto_relinquish_pc is not null
    or e.kind = 'OPERATIONAL' and not e.warnings @> '[{"code": "not-screened"}]' and not exists (
      select from ca.screening_object o where o.tenant_id = e.tenant_id and o.ephemeris_id = e.id));
alter table ca.ephemeris force row level security;
alter table ca.screening force row level security;
alter table ca.screening_object force row level security;
alter table screening.screening force row level security;
