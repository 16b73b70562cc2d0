-- What the orbits of a message rest on, as far as it says so. Before this was read, all counted alike.
alter table ca.cdm add column grade text not null default 'SPECIAL_PERTURBATIONS'
  check (grade in ('OPERATOR_EPHEMERIS', 'OWNER_OPERATOR', 'SPECIAL_PERTURBATIONS', 'TLE'));
