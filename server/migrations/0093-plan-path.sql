-- The screening of a plan against the catalogue and the own fleet beside that against messages, and plans that stand for choice.
alter table ca.manoeuvre
  -- Plans of one group are ranked; the first that passes is kept.
  add column group_id uuid,
  add column group_rank integer,
  -- What the newest screening of the path was made of: changes with the catalogue and with every ephemeris of the fleet.
  add column path_mark text not null default '',
  add column path_at timestamptz,
  add constraint ranked check ((group_id is null) = (group_rank is null));
create index manoeuvre_group on ca.manoeuvre (tenant_id, group_id, group_rank) where group_id is not null;
-- What was screened before knew of messages alone. The owner of the table writes for all organisations.
alter table ca.manoeuvre no force row level security;
update ca.manoeuvre set screening = screening || jsonb_build_object('paths', '[]'::jsonb, 'nextBest', null, 'ofMessages',
  jsonb_build_object('verdict', screening -> 'verdict', 'reasons', screening -> 'reasons'))
  where screening is not null;
alter table ca.manoeuvre force row level security;
