-- Plans by drag: every burn says what it is of one. The owner of the table writes for all organisations.
alter table ca.manoeuvre no force row level security;
update ca.manoeuvre set burn = burn || '{"drag": null}'::jsonb where not burn ? 'drag';
alter table ca.manoeuvre force row level security;
