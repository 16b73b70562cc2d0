-- In how many turns, one after the other, the screening of a plan failed, and when the last time: after twelve it ends, however many workers screen
-- candidates, and also where they are started anew meanwhile. One that failed is tried behind all others.
alter table ca.manoeuvre
  add column screening_tries integer not null default 0 check (screening_tries >= 0),
  add column screening_failed_at timestamptz;
