-- A plan of burns of one's own stands on no event and on no message: it is flown from an orbit of the satellite.
alter table ca.manoeuvre alter column conjunction_id drop not null, alter column cdm_id drop not null;
alter table ca.manoeuvre add constraint event_and_message check ((conjunction_id is null) = (cdm_id is null));
