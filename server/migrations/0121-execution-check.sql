-- What data from after a burn say of it, derived by the platform; and when an ephemeris says that it was made.
alter table ca.manoeuvre
  add column checks jsonb not null default '[]',
  -- The data that the checks were made of: others make them anew.
  add column checked_mark text not null default '';
-- Null: the file does not say, or it was stored before this was kept; its arrival counts then.
alter table ca.ephemeris add column made_at timestamptz;
