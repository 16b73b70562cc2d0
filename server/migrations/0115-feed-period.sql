-- How often a source of messages brings something as a rule: a feed is silent by its own period, not by that of another.
-- Messages of an object in low orbit normally come every 8 h.
alter table ca.feed add column period_s integer not null default 28800 check (period_s > 0);
