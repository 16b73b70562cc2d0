-- Every gap of the rota of which the organisation was told, and not the last of each step alone: step, from, until, holder. The column
-- before it is no longer read. What stands there is a begin and, behind a space, who has the step.
alter table duty.plan add column gaps_told jsonb not null default '[]';
-- The owner of the tables writes for all organisations.
alter table duty.plan no force row level security;
update duty.plan set gaps_told = (
  select coalesce(jsonb_agg(jsonb_build_object('step', key::int, 'from', split_part(value, ' ', 1), 'until', null,
    'holder', case when strpos(value, ' ') > 0 then substr(value, strpos(value, ' ') + 1) end)), '[]')
  from jsonb_each_text(told_gaps));
alter table duty.plan force row level security;
