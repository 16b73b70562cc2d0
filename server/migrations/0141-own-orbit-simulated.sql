-- Whether an own orbit of a screening is simulated; is_simulated says it of what the own orbits are compared with.
alter table ca.screening add column is_own_simulated boolean not null default false;
