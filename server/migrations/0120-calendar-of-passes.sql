-- The address of a calendar shows ordered passes as well where whoever made it may see them.
alter table ca.manoeuvre_calendar add column has_passes boolean not null default false;
