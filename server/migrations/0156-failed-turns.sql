-- In how many turns, one after the other, an approved burn could not be held against newer data: told once, however many workers
-- look after plans, and also where they are started anew meanwhile.
alter table ca.manoeuvre add column failed_turns integer not null default 0 check (failed_turns >= 0);
