-- An object's encounters of a screening are a part of what its key reads in some milliseconds; kept in order by either
-- object, 90,000 rows took twice as long to store.
drop index screening.encounter_primary;
drop index screening.encounter_secondary;
