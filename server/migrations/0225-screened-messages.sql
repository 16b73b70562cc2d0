-- The message that the state of an object of a screening is from, by the place of the object. Until now it was taken to be the one
-- that counted when the screening was ordered; one that came while the states were read was taken for it.
alter table ca.screening add column cdm_ids jsonb not null default '{}';
