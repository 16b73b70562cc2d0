-- Of each step of the chain, the begin of the gap of which the organisation was told last. The column before it knew the first step alone,
-- and is no longer read.
alter table duty.plan add column told_gaps jsonb not null default '{}';
-- The owner of the tables writes for all organisations.
alter table duty.plan no force row level security;
update duty.plan set told_gaps = jsonb_build_object('1', told_gap_from) where told_gap_from is not null;
alter table duty.plan force row level security;
